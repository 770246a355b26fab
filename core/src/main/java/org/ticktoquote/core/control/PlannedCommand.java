package org.ticktoquote.core.control;

/**
 * A subcommand that runs as a process of a run and takes a plan. When it is started by hand, its options make the plan.
 *
 * @param <P> the plan
 * @param <T> settings that result from the plan
 */
public interface PlannedCommand<P extends ChildPlan, T> extends CheckedCommand<T> {
    /**
     * Checks a plan, in the process that is going to pass it on.
     *
     * @throws org.ticktoquote.core.command.ProblemException with all problems
     */
    T check(P plan);
}
