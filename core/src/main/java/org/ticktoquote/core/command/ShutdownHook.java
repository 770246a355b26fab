package org.ticktoquote.core.command;

/** What is still to be done when the process is asked to end (Ctrl-C, SIGTERM), until it is closed. */
public final class ShutdownHook implements AutoCloseable {
    private final Thread thread;

    /** Runs on a thread of that name; the process ends no sooner than it does. */
    public ShutdownHook(String name, Runnable work) {
        thread = new Thread(work, name);
        Runtime.getRuntime().addShutdownHook(thread);
    }

    /** It will not run any more, unless it does already. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(thread);
        } catch (IllegalStateException endingAlready) {
            // It runs, or has run.
        }
    }
}
