package org.ticktoquote.core.hiccup;

import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.linux.TimerSlack;

/**
 * A daemon thread, {@code ROLE-hiccups}, that wakes on an absolute schedule and measures how late it is.
 *
 * <p>What delays it delays every thread of the process: a stopped process, a machine without a free CPU, a pause of the
 * JVM. It does nothing else, so its delays are the machine's. A process that is paused for 500 ms is one hiccup of 500 ms
 * in the journal, and 500 delayed wakes in the percentiles. Costs about 5 us of CPU a wake; 50
 * us in a virtual machine where each wake-up of an idle CPU does. The methods are for any thread.
 */
public final class HiccupMeter implements AutoCloseable {
    /** A wake every millisecond: often enough that a stall is known to a millisecond. */
    public static final long INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(1);
    /** Shorter delays are an ordinary wake-up of a thread on a busy machine. */
    public static final long THRESHOLD_NS = TimeUnit.MICROSECONDS.toNanos(100);

    private static final long END_LIMIT_MS = 5_000;

    private final Hiccups hiccups;
    private final NanoClock clock;
    private final Thread thread;
    private volatile boolean begun;
    private volatile boolean running = true;
    private volatile long timerSlackNs = TimerSlack.UNKNOWN;

    private HiccupMeter(
            String role, HiccupJournal journal, NanoClock clock, long intervalNs, @Nullable Runnable first) {
        this.clock = clock;
        this.hiccups = new Hiccups(new WakeSchedule(clock.nanoTime(), intervalNs), journal);
        this.thread = new Thread(() -> run(first), role + "-hiccups");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Begins to measure.
     *
     * @param role of the process, for the thread's name
     * @param run the identity of the run that the journal belongs to
     * @param journal a file that must not exist yet; hiccups of {@link #THRESHOLD_NS} and more go there, 6 MiB at most
     * @throws org.ticktoquote.core.journal.JournalException when the journal cannot be made
     */
    public static HiccupMeter journalled(String role, Path journal, UUID run) {
        HiccupJournal room = HiccupJournal.at(journal, run, THRESHOLD_NS, HiccupJournal.CAPACITY);
        return new HiccupMeter(role, room, System::nanoTime, INTERVAL_NS, null);
    }

    /** Begins to measure without a file: for a look at the machine. */
    public static HiccupMeter counting(String role) {
        return new HiccupMeter(role, HiccupJournal.none(THRESHOLD_NS), System::nanoTime, INTERVAL_NS, null);
    }

    /**
     * Begins to measure without a file, in a thread that prepares itself first: pins itself to a CPU, say. The schedule
     * begins when that is done.
     *
     * @param intervalNs between wakes
     */
    public static HiccupMeter prepared(String role, long intervalNs, Runnable first) {
        return prepared(role, System::nanoTime, intervalNs, first);
    }

    static HiccupMeter prepared(String role, NanoClock clock, long intervalNs, Runnable first) {
        HiccupJournal none = HiccupJournal.none(THRESHOLD_NS);
        return new HiccupMeter(role, none, clock, intervalNs, first);
    }

    private void run(@Nullable Runnable first) {
        timerSlackNs = TimerSlack.smallest();
        if (first != null) {
            first.run();
            hiccups.begin(clock.nanoTime());
        }
        begun = true;
        boolean more = true;
        while (more) {
            more = running; // read before the clock: a delay that lasts when it is closed is counted
            long nowNs = clock.nanoTime();
            long leftNs = hiccups.intendedNs() - nowNs;
            if (leftNs <= 0) {
                hiccups.woke(nowNs);
            } else if (more) {
                LockSupport.parkNanos(this, leftNs);
            }
        }
    }

    /** Whether the schedule has begun. */
    public boolean begun() {
        return begun;
    }

    /** All delays so far. */
    public HiccupSummary summary() {
        return hiccups.summary();
    }

    /** The delays of all scheduled wakes since the last call of this, in nanoseconds; valid until the next call. */
    public Histogram takeInterval() {
        return hiccups.takeInterval();
    }

    /** The kernel's timer slack of the measuring thread as read back; -1 when unknown. */
    public long timerSlackNs() {
        return timerSlackNs;
    }

    /** Ends the thread, when all wakes up to now are counted, and closes the journal; {@link #summary()} still answers. */
    @Override
    public void close() {
        running = false;
        LockSupport.unpark(thread);
        try {
            thread.join(END_LIMIT_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!thread.isAlive()) { // else the journal stays open, as after kill -9: what was committed is whole
            hiccups.journal().close();
        }
    }
}
