package org.ticktoquote.replayer.importing;

import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ShutdownHook;

/**
 * Turns Ctrl-C into a flag. The import checks it between rows, so that it can clean up before the process ends.
 *
 * <p>Open before and close after the resources to clean up. The process waits for the close before it ends, for at most 5 s.
 */
final class Interruption implements AutoCloseable {
    private static final long CLOSE_LIMIT_S = 5;

    private final ShutdownHook hook;
    private volatile boolean requested;

    Interruption() {
        this(() -> {});
    }

    /** @param late runs if the work does not end in time, for example while it waits for a pipe */
    Interruption(Runnable late) {
        hook = new ShutdownHook("import-interruption", () -> requested = true, CLOSE_LIMIT_S, late);
    }

    /** Throws a {@code ProblemException} after Ctrl-C. */
    void checkInterrupted() {
        if (requested) {
            throw Problem.ofFault("interrupted; nothing was written").exception(ExitStatus.INTERRUPTED);
        }
    }

    @Override
    public void close() {
        hook.close();
    }
}
