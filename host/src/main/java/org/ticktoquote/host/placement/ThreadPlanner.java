package org.ticktoquote.host.placement;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ticktoquote.host.machine.UsableCpus;

/**
 * Assigns threads to CPUs.
 *
 * <p>Called again whenever threads appear or change their names, with those threads only. Places the same thread on the same
 * machine the same way each time. Called by one thread at a time.
 */
public interface ThreadPlanner {
    /** Returns the user's name of the plan: {@code auto}, or a file. */
    String name();

    /** Returns everything that decides the placement of threads, in one line. Plans with equal texts are equal. */
    String text();

    /** Returns whether it places any thread on a host that runs only these parties. */
    boolean concerns(Set<ThreadOwner> parties);

    /** Returns why a machine with these parties cannot use the plan; empty if it can. */
    Optional<String> problem(UsableCpus machine, Set<ThreadOwner> parties);

    /** Returns remarks for users about the plan on this machine, one sentence each. */
    List<String> notes(UsableCpus machine);

    /** Returns the names of the rules for an application's threads, as in {@link Placement#rule}. */
    List<String> ruleNames();

    /** Returns a placement for each thread, in the same order. */
    List<Placement> place(UsableCpus machine, List<FoundThread> threads);
}
