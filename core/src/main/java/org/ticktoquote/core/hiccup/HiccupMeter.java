package org.ticktoquote.core.hiccup;

import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.core.linux.CallingThread;

/**
 * Measures wake-up delays with a daemon thread, {@code ROLE-hiccups}, that wakes on an absolute schedule.
 *
 * <p>A stopped process, a machine without a free CPU, or a pause of the JVM delays this thread like every other thread of
 * the process. It does no other work, so it causes no delays itself. A pause of 500 ms is one hiccup of 500 ms in the
 * journal and 500 delayed wakes in the percentiles. A wake costs about 5 us of CPU, or 50 us on virtual machines with
 * expensive wake-ups of idle CPUs. Thread-safe.
 */
public final class HiccupMeter implements AutoCloseable {
    /** Time between wakes, which is also the resolution of stalls. */
    public static final long INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(1);
    /** Shorter delays are normal on a busy machine. */
    public static final long THRESHOLD_NS = TimeUnit.MICROSECONDS.toNanos(100);

    private static final long END_LIMIT_MS = 5_000;

    private final HiccupRecorder hiccups;
    private final NanoClock clock;
    private final Thread thread;
    private volatile boolean begun;
    private volatile boolean running = true;
    private volatile long timerSlackNs = CallingThread.UNKNOWN_SLACK;

    private HiccupMeter(
            String role, HiccupJournal journal, NanoClock clock, long intervalNs, @Nullable Runnable first) {
        this.clock = clock;
        this.hiccups = new HiccupRecorder(clock.nanoTime(), intervalNs, journal);
        this.thread = DaemonThread.start(role + "-hiccups", () -> run(first));
    }

    /**
     * Starts measuring.
     *
     * @param role role of the measured process, for the thread's name
     * @param journal new file for hiccups of {@link #THRESHOLD_NS} and more, at most about 8 MiB
     * @param run identity of the run that the journal belongs to
     * @throws org.ticktoquote.core.journal.JournalException if the journal cannot be created
     */
    public static HiccupMeter journalled(String role, Path journal, UUID run) {
        HiccupJournal room = HiccupJournal.at(journal, run, THRESHOLD_NS, HiccupJournal.CAPACITY);
        return new HiccupMeter(role, room, System::nanoTime, INTERVAL_NS, null);
    }

    /** Starts measuring without a file, for checks of the machine. */
    public static HiccupMeter counting(String role) {
        return new HiccupMeter(role, HiccupJournal.none(THRESHOLD_NS), System::nanoTime, INTERVAL_NS, null);
    }

    /**
     * Starts measuring without a file, in a thread that first prepares itself, for example by pinning itself to a CPU. The
     * schedule begins after that.
     *
     * @param intervalNs time between two scheduled wake-ups
     */
    public static HiccupMeter prepared(String role, long intervalNs, Runnable first) {
        return prepared(role, System::nanoTime, intervalNs, first);
    }

    static HiccupMeter prepared(String role, NanoClock clock, long intervalNs, Runnable first) {
        HiccupJournal none = HiccupJournal.none(THRESHOLD_NS);
        return new HiccupMeter(role, none, clock, intervalNs, first);
    }

    private void run(@Nullable Runnable first) {
        timerSlackNs = CallingThread.smallestTimerSlack();
        if (first != null) {
            first.run();
            hiccups.begin(clock.nanoTime());
        }
        begun = true;
        boolean more = true;
        while (more) {
            more = running; // read before the clock, so that a delay that lasts until close() is counted
            long nowNs = clock.nanoTime();
            long leftNs = hiccups.intendedNs() - nowNs;
            if (leftNs <= 0) {
                hiccups.woke(nowNs);
            } else if (more) {
                LockSupport.parkNanos(this, leftNs);
            }
        }
    }

    public boolean begun() {
        return begun;
    }

    /** Returns all delays so far. */
    public HiccupSummary summary() {
        return hiccups.summary();
    }

    /** Returns the delays of all scheduled wakes since the last call, in nanoseconds. Valid until the next call. */
    public Histogram takeInterval() {
        return hiccups.takeInterval();
    }

    /** Returns the timer slack of the measuring thread as read back from the kernel, or -1 if unknown. */
    public long timerSlackNs() {
        return timerSlackNs;
    }

    /** Ends the thread after it has counted all wakes up to now, and closes the journal. {@link #summary()} still works. */
    @Override
    public void close() {
        running = false;
        LockSupport.unpark(thread);
        DaemonThread.await(thread, END_LIMIT_MS);
        if (!thread.isAlive()) { // else the journal stays open, as after kill -9, with all committed records
            hiccups.journal().close();
        }
    }
}
