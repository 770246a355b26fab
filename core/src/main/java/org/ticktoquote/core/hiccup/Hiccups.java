package org.ticktoquote.core.hiccup;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a schedule of wakes: every moment's delay is counted, the long ones are journalled.
 *
 * <p>{@link #woke} belongs to the measuring thread and neither locks nor waits; it allocates only when a delay is longer
 * than any before. The rest is for any other thread. Memory is bounded by the range of a long.
 */
final class Hiccups {
    private static final int DIGITS = 3;

    private final WakeSchedule schedule;
    private final HiccupJournal journal;
    private final SingleWriterRecorder delays = new SingleWriterRecorder(DIGITS);
    private volatile long maxNs;
    private final Histogram total = new Histogram(DIGITS);
    private Histogram since = new Histogram(DIGITS);
    private Histogram taken = new Histogram(DIGITS);
    private @Nullable Histogram recycled;

    Hiccups(WakeSchedule schedule, HiccupJournal journal) {
        this.schedule = schedule;
        this.journal = journal;
    }

    /** Puts the schedule's start to now, before its first wake. */
    void begin(long nowNs) {
        schedule.begin(nowNs);
    }

    /** The next moment to wake at. */
    long intendedNs() {
        return schedule.intendedNs();
    }

    /**
     * The thread is awake, at or after the intended moment. All moments up to now have passed: each has its own delay,
     * together they are one hiccup.
     */
    void woke(long nowNs) {
        long intendedNs = schedule.intendedNs();
        long delayNs = nowNs - intendedNs;
        for (long missed = delayNs; missed >= 0; missed -= schedule.intervalNs()) {
            delays.recordValue(missed);
        }
        maxNs = Math.max(maxNs, delayNs);
        journal.record(intendedNs, nowNs);
        schedule.moveBeyond(nowNs);
    }

    private void drain() {
        Histogram interval = delays.getIntervalHistogram(recycled);
        total.add(interval);
        since.add(interval);
        recycled = interval;
    }

    /** The delays since the last call of this, in nanoseconds; the caller's until the next call. */
    synchronized Histogram takeInterval() {
        drain();
        Histogram full = since;
        since = taken;
        since.reset();
        taken = full;
        return full;
    }

    /** Everything so far. */
    synchronized HiccupSummary summary() {
        drain();
        return HiccupSummary.of(total, maxNs, this);
    }

    HiccupJournal journal() {
        return journal;
    }

    long intervalNs() {
        return schedule.intervalNs();
    }
}
