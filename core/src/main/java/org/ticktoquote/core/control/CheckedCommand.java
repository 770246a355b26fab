package org.ticktoquote.core.control;

import org.ticktoquote.core.command.Subcommand;
import picocli.CommandLine.Option;

/**
 * Subcommand that can check its options and files without running. The check runs with {@code --check}, or in the
 * process that will start the command.
 *
 * @param <T> effective settings
 */
public abstract class CheckedCommand<T> extends Subcommand {
    @Option(names = "--check", description = "only check options and files: print a line 'checked', or what is wrong")
    private boolean check;

    /**
     * Checks the options and files.
     *
     * @throws org.ticktoquote.core.command.ProblemException with all problems
     */
    public abstract T check();

    /** Runs the command. Returns an exit status. */
    protected abstract int execute() throws InterruptedException;

    @Override
    public final Integer call() throws InterruptedException {
        return check ? print(StatusLine.of(ProcessProtocol.CHECKED, check()).text()) : execute();
    }
}
