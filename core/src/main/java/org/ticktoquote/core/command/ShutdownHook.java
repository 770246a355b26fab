package org.ticktoquote.core.command;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What is still to be done when the process is asked to end (Ctrl-C, SIGTERM), until it is closed. */
public final class ShutdownHook implements AutoCloseable {
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;

    /** Runs on a thread of that name; the process ends no sooner than it does. */
    public ShutdownHook(String name, Runnable work) {
        thread = new Thread(work, name);
        Runtime.getRuntime().addShutdownHook(thread);
    }

    /**
     * Asks work under way to come to its end, and waits for the {@link #close()} after it.
     *
     * @param stop asks
     * @param patienceS how long the end of the process waits at most, in seconds
     * @param late runs where the work has not ended by then
     */
    public ShutdownHook(String name, Runnable stop, long patienceS, Runnable late) {
        thread = new Thread(() -> stopAndWait(stop, patienceS, late), name);
        Runtime.getRuntime().addShutdownHook(thread);
    }

    private void stopAndWait(Runnable stop, long patienceS, Runnable late) {
        stop.run();
        try {
            if (!closed.await(patienceS, TimeUnit.SECONDS)) {
                late.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** It will not run any more, unless it does already. */
    @Override
    public void close() {
        closed.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(thread);
        } catch (IllegalStateException endingAlready) {
            // It runs, or has run.
        }
    }
}
