package org.ticktoquote.core.command;

/** Waits for threads that were asked to stop. */
public final class ThreadEnd {
    private ThreadEnd() {}

    /**
     * Waits up to the given time, or without a limit if it is 0. Returns early and keeps the interrupt status if
     * interrupted.
     */
    public static void await(Thread thread, long limitMs) {
        try {
            thread.join(limitMs);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
