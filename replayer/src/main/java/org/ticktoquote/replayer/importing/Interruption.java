package org.ticktoquote.replayer.importing;

import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ShutdownHook;

/**
 * Turns Ctrl-C into a question that the work asks between two rows, so that it can tidy up before the process ends.
 *
 * <p>To be opened before and closed after whatever is to be tidied up; the end of the process waits for the close, though
 * not for long.
 */
final class Interruption implements AutoCloseable {
    private static final long PATIENCE_S = 5;

    private final ShutdownHook hook;
    private volatile boolean requested;

    Interruption() {
        this(() -> {});
    }

    /** @param late what is done where the work does not come to an end, as when it waits for a pipe */
    Interruption(Runnable late) {
        hook = new ShutdownHook("import-interruption", () -> requested = true, PATIENCE_S, late);
    }

    /** Ends the work where Ctrl-C was pressed. */
    void refuseWhereRequested() {
        if (requested) {
            throw Problem.ofFault("interrupted; nothing was written").refusal(ExitStatus.INTERRUPTED);
        }
    }

    @Override
    public void close() {
        hook.close();
    }
}
