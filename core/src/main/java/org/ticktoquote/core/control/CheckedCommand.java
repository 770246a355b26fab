package org.ticktoquote.core.control;

import java.io.PrintWriter;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Subcommand;

/**
 * A subcommand that can check its options and files without doing its work, by {@code --check} or in the process that is
 * going to start it.
 *
 * @param <T> settings that result from the options
 */
public interface CheckedCommand<T> extends Subcommand {
    /**
     * Checks the options and files.
     *
     * @throws org.ticktoquote.core.command.ProblemException with all problems
     */
    T check();

    /** Prints the result of the check as a line {@code checked}. */
    default int printCheck(PrintWriter out) {
        out.println(StatusLine.of(ProcessProtocol.CHECKED, check()).text());
        out.flush();
        return ExitStatus.OK.code();
    }
}
