package org.ticktoquote.core.control;

import picocli.CommandLine.Option;

/**
 * Subcommand that runs as a child process of a run and takes a plan. If started by hand, it builds the plan from its
 * options.
 *
 * @param <P> the plan
 * @param <T> effective settings
 */
public abstract class PlannedCommand<P extends ChildPlan, T> extends CheckedCommand<T> {
    @Option(
            names = ChildPlan.OPTION,
            hidden = true,
            help = true, // waives the required options
            description = "Read a plan from the first input line instead of all other options; for t2q run.")
    private boolean planned;

    /**
     * Checks a plan in the process that will send it.
     *
     * @param here true if the command will run on this host; false to leave out the files of its host
     * @throws org.ticktoquote.core.command.ProblemException with all problems
     */
    public abstract T check(P plan, boolean here);

    /** Returns whether the plan is the first line of standard input. */
    protected final boolean isPlanned() {
        return planned;
    }
}
