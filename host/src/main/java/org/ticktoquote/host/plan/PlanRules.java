package org.ticktoquote.host.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.ticktoquote.host.graph.ThreadNode;
import org.ticktoquote.host.graph.ThreadNode.ThreadRole;
import org.ticktoquote.host.machine.UsableCpus;
import org.ticktoquote.host.placement.FoundThread;
import org.ticktoquote.host.placement.ThreadChoice;
import org.ticktoquote.host.placement.ThreadOwner;
import org.ticktoquote.host.placement.ThreadPlanner.Placement;
import org.ticktoquote.host.plan.ThreadPlan.PlannedThread;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.threads.NamePattern;
import org.ticktoquote.host.threads.ThreadKind;

/**
 * Formats CPU sets of threads as the rules of a plan's file, one thread per line with its reason.
 *
 * <p>Rules match names, so threads with the same owner and name get the union of their sets.
 */
public final class PlanRules {
    private static final String RESERVED = "housekeeping";
    /** Names with a special meaning in rules: empty ones, globs, and regular expressions. */
    private static final Pattern MEANS_MORE = Pattern.compile("|/.*/|.*[*?].*", Pattern.DOTALL);

    private static final Pattern UNPRINTABLE = Pattern.compile("[^ -~]");

    private PlanRules() {}

    /** Returns the thread as planners see it; empty for kernel threads and for processes that plans do not cover. */
    static Optional<FoundThread> found(ThreadNode thread) {
        if (thread.role() == ThreadRole.KERNEL) {
            return Optional.empty();
        }
        long tid = thread.tid() > 0 ? thread.tid() : thread.id();
        return ThreadOwner.of(thread.process())
                .map(owner -> FoundThread.of(owner, thread.pid(), tid, thread.name(), thread.startTicks()));
    }

    /**
     * Returns the rules as YAML, without the file's header.
     *
     * @param reserved CPUs for the JVM's threads and all threads without a rule; none to leave these alone
     */
    static String yaml(List<PlannedThread> threads, CpuList reserved) {
        Map<String, CpuList> sets = new LinkedHashMap<>();
        threads.forEach(each -> found(each.thread())
                .ifPresent(thread -> sets.merge(ownerAndName(thread), each.cpus(), CpuList::union)));
        Map<String, List<String>> rules = new LinkedHashMap<>();
        for (PlannedThread each : threads) {
            found(each.thread()).ifPresent(thread -> {
                CpuList set = sets.remove(ownerAndName(thread));
                if (set != null && !set.equals(reserved)) {
                    String rule = "  - who: " + thread.owner().word() + "\n    cpus: "
                            + (set.isEmpty() ? "unmanaged" : set) + "\n    threads:\n";
                    rules.computeIfAbsent(rule, first -> new ArrayList<>())
                            .add("      - " + quoted(pattern(thread.name())) + "  # " + each.reason() + "\n");
                }
            });
        }
        StringBuilder text = new StringBuilder();
        text.append(reserved.isEmpty() ? "" : "sets:\n  " + RESERVED + ": " + reserved + "\n");
        text.append(rules.isEmpty() ? "rules: []\n" : "rules:\n");
        rules.forEach((rule, names) -> {
            text.append(rule);
            names.forEach(text::append);
        });
        return text + "default: " + (reserved.isEmpty() ? "unmanaged" : RESERVED) + "\n";
    }

    /** Returns the key by which rules match threads. */
    private static String ownerAndName(FoundThread thread) {
        return thread.owner().word() + " " + thread.name();
    }

    /**
     * Explains in one sentence why a thread of the application has its CPUs, with the reason from the plan's file.
     *
     * @param fullName the kernel's name, or a longer one that the kernel truncates
     */
    public static String explain(ThreadChoice plan, UsableCpus machine, String fullName) {
        String name = NamePattern.cut(fullName);
        FoundThread thread = FoundThread.of(ThreadOwner.APPLICATION, 0, 1, name, 0);
        Placement placement =
                plan.planner().orElseThrow().place(machine, List.of(thread)).get(0);
        String line = "- " + quoted(pattern(name)) + "  # ";
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
        return fullName + " gets " + cpus + ": " + reason.orElse(rule) + ".";
    }

    /** Returns the pattern of a rule that matches this name. An unprintable character becomes a wildcard for one character. */
    static String pattern(String name) {
        boolean word =
                ThreadKind.ofWord(name).isPresent() || MEANS_MORE.matcher(name).matches();
        return word ? "/" + UNPRINTABLE.matcher("\\Q" + name + "\\E").replaceAll("\\\\E.\\\\Q") + "/" : printable(name);
    }

    static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** Replaces unprintable characters by {@code ?}, which is safe in a comment and matches any character in a glob. */
    static String printable(String text) {
        return UNPRINTABLE.matcher(text).replaceAll("?");
    }
}
