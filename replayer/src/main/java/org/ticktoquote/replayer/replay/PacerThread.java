package org.ticktoquote.replayer.replay;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.ticktoquote.replayer.feed.PluginCalls;

/** The sending thread, {@code replayer-pacer}. Warm-up and measurement share it, so that they run with the same tuning. */
final class PacerThread implements AutoCloseable {
    static final long REPORT_INTERVAL_MS = 200;

    private final ExecutorService executor = Executors.newSingleThreadExecutor(PacerThread::thread);

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "replayer-pacer");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Runs work on the pacer and waits for its result. Calls {@code report} on the calling thread about five times a second.
     */
    <T> T run(Callable<T> work, Runnable report) {
        return PluginCalls.await(executor.submit(work), REPORT_INTERVAL_MS, report);
    }

    @Override
    public void close() {
        executor.shutdown();
    }
}
