package org.ticktoquote.core.command;

import org.jspecify.annotations.Nullable;

/** Named threads that do not keep the process from ending. */
public final class DaemonThread {
    private DaemonThread() {}

    /** Creates a thread without starting it. */
    public static Thread of(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Creates a thread with a handler of failures without starting it. */
    public static Thread of(String name, Runnable work, Thread.@Nullable UncaughtExceptionHandler onFailure) {
        Thread thread = of(name, work);
        thread.setUncaughtExceptionHandler(onFailure);
        return thread;
    }

    /** Starts a thread. */
    public static Thread start(String name, Runnable work) {
        Thread thread = of(name, work);
        thread.start();
        return thread;
    }

    /**
     * Waits up to the given time for a thread that was asked to stop, or without a limit if it is 0. Returns early and
     * keeps the interrupt status if interrupted.
     */
    public static void await(Thread thread, long limitMs) {
        try {
            thread.join(limitMs);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
