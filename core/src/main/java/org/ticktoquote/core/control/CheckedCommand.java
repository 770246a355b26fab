package org.ticktoquote.core.control;

import java.io.PrintWriter;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Subcommand;

/**
 * A subcommand that can judge its options and files without doing its work: by {@code --check}, or asked in the process of
 * whoever is going to start it.
 *
 * @param <T> what the options choose
 */
public interface CheckedCommand<T> extends Subcommand {
    /**
     * What the options choose.
     *
     * @throws org.ticktoquote.core.command.Refusal with everything that is wrong with them
     */
    T check();

    /** Prints it as a line {@code checked}. */
    default int printCheck(PrintWriter out) {
        out.println(StatusLine.of(ProcessLines.CHECKED, check()).text());
        out.flush();
        return ExitStatus.OK.code();
    }
}
