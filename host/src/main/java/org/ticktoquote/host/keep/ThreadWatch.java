package org.ticktoquote.host.keep;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that looks again and again, and less often where looks are long, so that it takes 2 % of a CPU at most, or
 * another share. What it did
 * not take before, up to the share of a second, a long look may have at once: one that is rare does not keep others away.
 * Begins when it is made.
 */
public final class ThreadWatch {
    private static final Logger LOG = LoggerFactory.getLogger(ThreadWatch.class);
    private static final long PAUSES_PER_LOOK = 50;

    private final long pausesPerLook;
    private final long mostSavedNs;

    private final Runnable look;
    private final long shortestPauseNs;
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final long beganNs = System.nanoTime();
    private final Thread thread;
    private volatile ThreadAccount.Watch figures = ThreadAccount.Watch.NONE;

    /**
     * Begins.
     *
     * @param name of the thread
     * @param shortestPauseNs between two looks
     */
    public ThreadWatch(String name, long shortestPauseNs, Runnable look) {
        this(name, shortestPauseNs, look, PAUSES_PER_LOOK);
    }

    /**
     * Begins.
     *
     * @param name of the thread
     * @param shortestPauseNs between two looks
     * @param share of a CPU that it takes at most: one part of so many
     */
    public ThreadWatch(String name, long shortestPauseNs, Runnable look, long share) {
        this.pausesPerLook = share;
        this.mostSavedNs = TimeUnit.SECONDS.toNanos(1) / share;
        this.look = look;
        this.shortestPauseNs = shortestPauseNs;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try {
            long lastNs = beganNs;
            long pauseNs = shortestPauseNs;
            long savedNs = 0;
            while (!stopped.await(pauseNs, TimeUnit.NANOSECONDS)) {
                long cpuNs = threads.getCurrentThreadCpuTime();
                look.run();
                long nowNs = System.nanoTime();
                note(nowNs - lastNs, "");
                savedNs += (nowNs - lastNs) / pausesPerLook - (threads.getCurrentThreadCpuTime() - cpuNs);
                savedNs = Math.min(savedNs, mostSavedNs);
                lastNs = nowNs;
                pauseNs = Math.max(shortestPauseNs, -pausesPerLook * savedNs);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.error("{} ends", thread.getName(), e);
            note(0, e.toString());
        }
    }

    private void note(long gapNs, String problem) {
        figures = new ThreadAccount.Watch(
                figures.looks() + 1,
                Math.max(figures.longestGapNs(), gapNs),
                threads.getCurrentThreadCpuTime(),
                System.nanoTime() - beganNs,
                problem);
    }

    /** Ends it and says what it cost. */
    public ThreadAccount.Watch stop() {
        stopped.countDown();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(10));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return figures;
    }
}
