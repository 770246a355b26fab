package org.ticktoquote.host.placement;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ticktoquote.host.machine.Topology;

/**
 * Says which thread is to run where.
 *
 * <p>It is asked again whenever threads appear or change their names, with those alone, and places the same thread on the same
 * machine the same way each time. Called by one thread at a time.
 */
public interface ThreadPlanner {
    /** As the user named it: {@code auto}, or a file. */
    String name();

    /** Everything that decides where threads go, as one line: plans of the same text are the same plan. */
    String text();

    /** Whether it says anything of a host on which only these run. */
    boolean concerns(Set<ThreadOwner> parties);

    /** Why a machine on which these run cannot have it, for people; empty when it can. */
    Optional<String> objection(Topology machine, Set<ThreadOwner> parties);

    /** What a user of it should know of this machine, a sentence each. */
    List<String> notes(Topology machine);

    /** Names of the rules for threads of an application, as {@link Placement#rule} has them. */
    List<String> ruleNames();

    /** A placement for each thread, in the same order. */
    List<Placement> place(Topology machine, List<FoundThread> threads);
}
