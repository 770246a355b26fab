package org.ticktoquote.host.keep;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ticktoquote.core.command.ProblemException;

/**
 * Daemon thread that repeats a look. Pauses grow with the CPU time of looks, so that it uses at most 2 % of a CPU or another
 * given share. A long look can use the share saved over the last second, or another given time, at once. Starts on
 * construction.
 */
public final class ThreadWatch {
    private static final Logger LOG = LoggerFactory.getLogger(ThreadWatch.class);
    private static final long PAUSES_PER_POLL = 50;

    private final Pace pace;
    private final Runnable poll;
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final long beganNs = System.nanoTime();
    private final Thread thread;
    private volatile ThreadReport.WatchCost figures = ThreadReport.WatchCost.NONE;
    private volatile @Nullable RuntimeException failure;

    /**
     * Starts the thread.
     *
     * @param name of the thread
     * @param shortestPauseNs between two looks
     */
    public ThreadWatch(String name, long shortestPauseNs, Runnable look) {
        this(name, shortestPauseNs, look, PAUSES_PER_POLL, 1);
    }

    /**
     * Starts the thread.
     *
     * @param name of the thread
     * @param shortestPauseNs between two looks
     * @param share of a CPU that it uses at most, as a divisor: 50 for 2 %
     * @param savedS seconds over which unused share accumulates
     */
    public ThreadWatch(String name, long shortestPauseNs, Runnable look, long share, long savedS) {
        this.pace = new Pace(shortestPauseNs, share, savedS);
        this.poll = look;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try {
            long lastNs = beganNs;
            long pauseNs = pace.shortestPauseNs;
            while (!stopped.await(pauseNs, TimeUnit.NANOSECONDS)) {
                long cpuNs = threads.getCurrentThreadCpuTime();
                poll.run();
                long nowNs = System.nanoTime();
                note(nowNs - lastNs, "");
                pauseNs = pace.pauseNs(nowNs - lastNs, threads.getCurrentThreadCpuTime() - cpuNs);
                lastNs = nowNs;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.error("{} ends: {}", thread.getName(), e.getMessage(), e instanceof ProblemException ? null : e);
            note(0, e.toString());
            failure = e;
        }
    }

    /** Throws the exception that ended it, if one did. */
    void requireRunning() {
        RuntimeException thrown = failure;
        if (thrown != null) {
            throw thrown;
        }
    }

    private void note(long gapNs, String problem) {
        figures = new ThreadReport.WatchCost(
                figures.looks() + 1,
                Math.max(figures.longestGapNs(), gapNs),
                threads.getCurrentThreadCpuTime(),
                System.nanoTime() - beganNs,
                problem);
    }

    /** Computes the pauses between looks. */
    static final class Pace {
        private final long shortestPauseNs;
        private final long pausesPerLook;
        private final long mostSavedNs;
        private long savedNs;

        Pace(long shortestPauseNs, long share, long savedS) {
            this.shortestPauseNs = shortestPauseNs;
            this.pausesPerLook = share;
            this.mostSavedNs = TimeUnit.SECONDS.toNanos(savedS) / share;
            this.savedNs = mostSavedNs;
        }

        /**
         * Returns the pause after a look.
         *
         * @param gapNs from the end of the previous look to the end of this one
         * @param cpuNs CPU time of this look
         */
        long pauseNs(long gapNs, long cpuNs) {
            savedNs = Math.min(savedNs + gapNs / pausesPerLook - cpuNs, mostSavedNs);
            return Math.max(shortestPauseNs, -pausesPerLook * savedNs);
        }
    }

    /** Ends the thread and returns its cost. */
    public ThreadReport.WatchCost stop() {
        stopped.countDown();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(10));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return figures;
    }
}
