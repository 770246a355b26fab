package org.ticktoquote.harness.threads.plan;

import java.nio.file.Path;
import java.util.Optional;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.harness.host.source.Host;
import org.ticktoquote.harness.threads.machine.Topology;

/**
 * Whether the threads of a run are managed, and by which plan.
 *
 * @param name {@code unmanaged}, {@code auto}, or the plan's file
 * @param planner empty where the operating system alone decides
 */
public record ThreadChoice(String name, Optional<ThreadPlanner> planner) {
    /** Nothing is touched. */
    public static final ThreadChoice UNMANAGED = new ThreadChoice("unmanaged", Optional.empty());

    /**
     * The choice of a text: {@code unmanaged}, {@code auto}, or a file.
     *
     * @throws Refusal with everything that is wrong with the file
     */
    public static ThreadChoice of(String text) {
        if (text.equals(UNMANAGED.name)) {
            return UNMANAGED;
        }
        ThreadPlanner planner = text.equals(AutoPlanner.NAME) ? new AutoPlanner() : RulesFile.read(Path.of(text));
        return new ThreadChoice(text, Optional.of(planner));
    }

    /** A plan whose text stands elsewhere, in a test matrix say; refused like a file. */
    public static ThreadChoice ofPlan(String name, String yaml) {
        return new ThreadChoice(name, Optional.of(RulesFile.parse(name, yaml)));
    }

    public boolean managed() {
        return planner.isPresent();
    }

    /** Everything that decides where threads go, as one line. */
    public String text() {
        return planner.map(ThreadPlanner::text).orElse(name);
    }

    /** Why a host cannot have it, for people; empty when it can. */
    public Optional<String> objection(Host host) {
        return planner.flatMap(plan -> plan.objection(Topology.read(host)));
    }

    /** Refuses a plan that a host cannot have. */
    public void require(Host host) {
        objection(host).ifPresent(reason -> {
            throw new Refusal(ExitStatus.ENVIRONMENT, "--threads " + name + ": " + reason);
        });
    }
}
