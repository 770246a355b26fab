package org.ticktoquote.core.control;

import picocli.CommandLine.Option;

/**
 * A subcommand that runs as a process of a run and takes a plan. When it is started by hand, its options make the plan.
 *
 * @param <P> the plan
 * @param <T> settings that result from the plan
 */
public abstract class PlannedCommand<P extends ChildPlan, T> extends CheckedCommand<T> {
    @Option(
            names = ChildPlan.OPTION,
            hidden = true,
            help = true, // waives the required options
            description = "Take the first line of standard input, a plan, for all other options; for t2q run.")
    private boolean planned;

    /**
     * Checks a plan, in the process that is going to pass it on.
     *
     * @throws org.ticktoquote.core.command.ProblemException with all problems
     */
    public abstract T check(P plan);

    /** Returns whether the plan is the first line of standard input. */
    protected final boolean isPlanned() {
        return planned;
    }
}
