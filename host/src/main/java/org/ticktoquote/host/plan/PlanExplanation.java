package org.ticktoquote.host.plan;

import java.util.List;
import java.util.Optional;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.host.machine.Topology;
import org.ticktoquote.host.placement.FoundThread;
import org.ticktoquote.host.placement.Placement;
import org.ticktoquote.host.placement.ThreadChoice;
import org.ticktoquote.host.placement.ThreadOwner;

/** Why a thread has its CPUs, in one sentence. */
public final class PlanExplanation {
    private PlanExplanation() {}

    /** Explains a thread of a plan that was made. */
    public static String of(ThreadPlan plan, String name) {
        return plan.threads().stream()
                .filter(each -> each.thread().name().equals(name)
                        || each.thread().fullName().equals(name))
                .findFirst()
                .map(each -> name + " gets " + each.words("no CPUs of its own") + " (" + each.level() + "): "
                        + each.reason() + ".")
                .orElseThrow(() -> Problem.ofValue(name)
                        .expected("the name of one of the threads of the graph")
                        .refusal());
    }

    /** Explains a thread of the application by a plan's file: its rule, and the reason that the file gives. */
    public static String of(ThreadChoice plan, Topology machine, String name) {
        FoundThread thread = FoundThread.of(ThreadOwner.APPLICATION, 0, 1, name, 0);
        Placement placement =
                plan.planner().orElseThrow().place(machine, List.of(thread)).get(0);
        String line = "- " + PlanRules.quoted(PlanRules.pattern(name)) + "  # ";
        Optional<String> reason = plan.yaml()
                .lines()
                .map(String::strip)
                .filter(each -> each.startsWith(line))
                .map(each -> each.substring(line.length()))
                .findFirst();
        String cpus = placement.leftAlone() ? "no CPUs of its own" : "CPUs " + placement.cpus();
        String rule = placement.rule().equals("default")
                ? "no rule matches, so the default applies"
                : "rule " + placement.rule();
        return name + " gets " + cpus + ": " + reason.orElse(rule) + ".";
    }
}
