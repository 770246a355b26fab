package org.ticktoquote.host.placement;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ticktoquote.host.machine.UsableCpus;
import org.ticktoquote.host.state.CpuList;

/**
 * Assigns threads to CPUs.
 *
 * <p>Used by one thread at a time. Always gives the same thread on the same machine the same placement.
 */
public interface ThreadPlanner {
    /** Returns the plan as the user named it: {@code auto}, {@code managed} or a file. */
    String name();

    /** Returns all settings that affect the placement of threads, in one line. Plans with equal texts are equal. */
    String text();

    /** Returns whether the plan places any thread on a host whose threads have only these owners. */
    boolean concerns(Set<ThreadOwner> parties);

    /** Returns the reason why the plan cannot be used on a machine with threads of these owners; empty if it can. */
    Optional<String> problem(UsableCpus machine, Set<ThreadOwner> parties);

    /** Returns remarks for users about the plan on this machine, one sentence each. */
    List<String> notes(UsableCpus machine);

    /** Returns the names of the rules for an application's threads, as in {@link Placement#rule}. */
    List<String> ruleNames();

    /** Returns a placement for each thread, in the same order. */
    List<Placement> place(UsableCpus machine, List<FoundThread> threads);

    /**
     * CPUs assigned to a thread by a plan.
     *
     * @param rule name of the plan's rule that matched
     * @param cpus empty if the thread is left alone
     */
    record Placement(FoundThread thread, String rule, CpuList cpus) {
        /** Returns whether the plan leaves the thread alone. */
        public boolean leftAlone() {
            return cpus.isEmpty();
        }
    }
}
