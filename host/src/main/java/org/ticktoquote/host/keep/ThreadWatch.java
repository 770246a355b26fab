package org.ticktoquote.host.keep;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ticktoquote.core.clock.WaitStrategy;
import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.core.command.ProblemException;

/**
 * Daemon thread that polls repeatedly, from construction on. Pauses grow with the CPU time of polls, so that it uses at most
 * 2 % of a CPU, or another given share. Unused share accumulates over a given time, 1 s by default, so that one long poll
 * does not cause a long pause.
 */
public final class ThreadWatch {
    private static final Logger LOG = LoggerFactory.getLogger(ThreadWatch.class);
    private static final long PAUSES_PER_POLL = 50;

    private final Pace pace;
    private final Runnable poll;
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final long beganNs = System.nanoTime();
    private final Thread thread;
    private long looks;
    private long longestGapNs;
    private long cpuNs;
    private long elapsedNs;
    private String problem = "";
    private volatile boolean stopped;
    private volatile @Nullable RuntimeException failure;

    /**
     * Starts the thread.
     *
     * @param name thread name
     * @param shortestPauseNs minimum pause between two polls
     */
    public ThreadWatch(String name, long shortestPauseNs, Runnable look) {
        this(name, shortestPauseNs, look, PAUSES_PER_POLL, 1);
    }

    /**
     * Starts the thread.
     *
     * @param name thread name
     * @param shortestPauseNs minimum pause between two polls
     * @param share maximum share of a CPU, as a divisor: 50 for 2 %
     * @param savedS seconds over which unused share accumulates
     */
    public ThreadWatch(String name, long shortestPauseNs, Runnable look, long share, long savedS) {
        this.pace = new Pace(shortestPauseNs, share, savedS);
        this.poll = look;
        this.thread = DaemonThread.start(name, this::run);
    }

    private void run() {
        try {
            long lastNs = beganNs;
            long pauseNs = pace.shortestPauseNs;
            BooleanSupplier stop = () -> stopped;
            while (WaitStrategy.parkUntil(lastNs + pauseNs, stop)) {
                long beforeNs = threads.getCurrentThreadCpuTime();
                poll.run();
                long nowNs = System.nanoTime();
                note(nowNs - lastNs, "");
                pauseNs = pace.pauseNs(nowNs - lastNs, threads.getCurrentThreadCpuTime() - beforeNs);
                lastNs = nowNs;
            }
        } catch (RuntimeException e) {
            LOG.error(
                    "{} ends: {}",
                    Thread.currentThread().getName(),
                    e.getMessage(),
                    e instanceof ProblemException ? null : e);
            note(0, e.toString());
            failure = e;
        }
    }

    /** Throws the exception that ended the watch, if any. */
    void requireRunning() {
        RuntimeException thrown = failure;
        if (thrown != null) {
            throw thrown;
        }
    }

    private synchronized void note(long gapNs, String failed) {
        looks++;
        longestGapNs = Math.max(longestGapNs, gapNs);
        cpuNs = threads.getCurrentThreadCpuTime();
        elapsedNs = System.nanoTime() - beganNs;
        problem = failed;
    }

    private synchronized ThreadReport.WatchCost cost() {
        return new ThreadReport.WatchCost(looks, longestGapNs, cpuNs, elapsedNs, problem);
    }

    /** Computes the pauses between polls. */
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
         * Returns the pause after a poll.
         *
         * @param gapNs time from the end of the previous poll to the end of this one
         * @param cpuNs CPU time of this poll
         */
        long pauseNs(long gapNs, long cpuNs) {
            savedNs = Math.min(savedNs + gapNs / pausesPerLook - cpuNs, mostSavedNs);
            return Math.max(shortestPauseNs, -pausesPerLook * savedNs);
        }
    }

    /** Ends the thread and returns its cost. */
    public ThreadReport.WatchCost stop() {
        stopped = true;
        LockSupport.unpark(thread);
        try {
            thread.join(TimeUnit.SECONDS.toMillis(10));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return cost();
    }
}
