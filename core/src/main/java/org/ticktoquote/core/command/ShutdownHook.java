package org.ticktoquote.core.command;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Runs work when the process is asked to end (Ctrl-C, SIGTERM), unless the hook was closed before. */
public final class ShutdownHook implements AutoCloseable {
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;

    /** Registers work that runs on a thread of this name. The process waits for it. */
    public ShutdownHook(String name, Runnable work) {
        thread = new Thread(work, name);
        Runtime.getRuntime().addShutdownHook(thread);
    }

    /**
     * Registers a stop request for running work. {@link #close()} marks the end of the work.
     *
     * @param stop action that asks the work to end
     * @param patienceS longest time in seconds for which the process waits for the work
     * @param late runs if the work has not ended by then
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

    /** Unregisters the hook, unless it is already running. */
    @Override
    public void close() {
        closed.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(thread);
        } catch (IllegalStateException endingAlready) {
            // the hook is running or has run
        }
    }
}
