package org.ticktoquote.core.hiccup;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Counts the delay of every scheduled wake and journals long delays.
 *
 * <p>The measuring thread calls {@link #begin}, {@link #intendedNs} and {@link #woke}, which neither lock nor wait, and
 * allocate only if a delay is the longest so far. Any other thread can call the other methods. Memory is bounded,
 * because a histogram covers at most the range of a long.
 */
final class HiccupRecorder {
    private static final int DIGITS = 3;

    private final WakeSchedule schedule;
    private final HiccupJournal journal;
    private final SingleWriterRecorder delays = new SingleWriterRecorder(DIGITS);
    private volatile long maxNs;
    private final Histogram total = new Histogram(DIGITS);
    private Histogram since = new Histogram(DIGITS);
    private Histogram taken = new Histogram(DIGITS);
    private @Nullable Histogram recycled;

    HiccupRecorder(WakeSchedule schedule, HiccupJournal journal) {
        this.schedule = schedule;
        this.journal = journal;
    }

    /** Moves the start of the schedule to now. Must be called before the first wake. */
    void begin(long nowNs) {
        schedule.begin(nowNs);
    }

    long intendedNs() {
        return schedule.intendedNs();
    }

    /**
     * Records that the thread is awake, at or after the intended time. Each wake scheduled up to now counts with its own
     * delay. Together they are one hiccup.
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

    /** Returns the delays since the last call, in nanoseconds. Valid until the next call. */
    synchronized Histogram takeInterval() {
        drain();
        Histogram full = since;
        since = taken;
        since.reset();
        taken = full;
        return full;
    }

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
