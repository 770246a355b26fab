package org.ticktoquote.replayer.importing;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C into a question that the work asks between two rows, so that it can tidy up before the process ends.
 *
 * <p>To be opened before and closed after whatever is to be tidied up; the end of the process waits for the close, though
 * not for long.
 */
final class Interruption implements AutoCloseable {
    private static final long PATIENCE_S = 5;

    private final CountDownLatch tidy = new CountDownLatch(1);
    private final Thread hook = new Thread(this::await, "import-interruption");
    private volatile boolean requested;

    private Interruption() {}

    static Interruption watch() {
        Interruption interruption = new Interruption();
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        return interruption;
    }

    boolean requested() {
        return requested;
    }

    private void await() {
        requested = true;
        try {
            if (!tidy.await(PATIENCE_S, TimeUnit.SECONDS)) {
                Thread.currentThread().interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        tidy.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException alreadyEnding) {
            // The hook has run, or is about to see the latch open.
        }
    }
}
