package org.ticktoquote.pricing;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.pricing.feed.FeedCounters;
import org.ticktoquote.pricing.pipeline.LaneStopped;

/** What has to happen now and then, on {@code pricing-status}: waiting requests are looked at, gaps reported. */
final class Housekeeping implements Runnable {
    private static final long INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Assembly assembly;
    private final Consumer<StatusLine> status;
    private long gapsReported;

    private Housekeeping(Assembly assembly, Consumer<StatusLine> status) {
        this.assembly = assembly;
        this.status = status;
    }

    /** Starts the thread; it ends when it is interrupted. */
    static Thread start(Assembly assembly, Consumer<StatusLine> status, Thread.UncaughtExceptionHandler onFailure) {
        Thread thread = new Thread(new Housekeeping(assembly, status), "pricing-status");
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler(onFailure);
        thread.start();
        return thread;
    }

    @Override
    public void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                assembly.review();
                reportGaps();
                LockSupport.parkNanos(INTERVAL_NS);
            }
        } catch (LaneStopped e) {
            // asked to end
        }
    }

    private void reportGaps() {
        FeedCounters.Counts counts = assembly.feedCounts();
        if (counts.gaps() != gapsReported) {
            gapsReported = counts.gaps();
            status.accept(StatusLine.of("gap", counts));
        }
    }
}
