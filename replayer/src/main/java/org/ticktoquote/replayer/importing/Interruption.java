package org.ticktoquote.replayer.importing;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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

    private final CountDownLatch tidy = new CountDownLatch(1);
    private final Runnable late;
    private final ShutdownHook hook;
    private volatile boolean requested;

    private Interruption(Runnable late) {
        this.late = late;
        hook = new ShutdownHook("import-interruption", this::await);
    }

    static Interruption watch() {
        return watch(() -> {});
    }

    /** @param late what is done where the work does not come to an end, as when it waits for a pipe */
    static Interruption watch(Runnable late) {
        return new Interruption(late);
    }

    /** Ends the work where Ctrl-C was pressed. */
    void refuseWhereRequested() {
        if (requested) {
            throw Problem.ofFault("interrupted; nothing was written").refusal(ExitStatus.INTERRUPTED);
        }
    }

    private void await() {
        requested = true;
        try {
            if (!tidy.await(PATIENCE_S, TimeUnit.SECONDS)) {
                late.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        tidy.countDown();
        hook.close();
    }
}
