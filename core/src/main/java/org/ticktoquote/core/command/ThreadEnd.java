package org.ticktoquote.core.command;

/** Waits for the end of threads that were ordered to end. */
public final class ThreadEnd {
    private ThreadEnd() {}

    /** Waits for a thread, at most the given time; 0 for no limit. Returns early if interrupted, which stays noted. */
    public static void await(Thread thread, long limitMs) {
        try {
            thread.join(limitMs);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
