package org.ticktoquote.core.hiccup;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Counts the delay of every scheduled wake and journals long delays. The wakes are equidistant, computed from the first one
 * and never re-based, so that a late wake does not shift later ones.
 *
 * <p>The measuring thread calls {@link #begin}, {@link #intendedNs} and {@link #woke}, which neither lock nor wait, and
 * allocate only if a delay is the longest so far. Any other thread can call the other methods. Memory is bounded,
 * because a histogram covers at most the range of a long.
 */
final class HiccupRecorder {
    private static final int DIGITS = 3;

    private final long intervalNs;
    private final HiccupJournal journal;
    private final SingleWriterRecorder delays = new SingleWriterRecorder(DIGITS);
    private long startNs;
    /** Number of the next wake. */
    private long index = 1;

    private volatile long maxNs;
    private final Histogram total = new Histogram(DIGITS);
    private Histogram since = new Histogram(DIGITS);
    private Histogram taken = new Histogram(DIGITS);
    private @Nullable Histogram recycled;

    /** Creates a recorder whose first wake is one interval after the start. */
    HiccupRecorder(long startNs, long intervalNs, HiccupJournal journal) {
        if (intervalNs <= 0) {
            throw new IllegalArgumentException("interval must be positive: " + intervalNs);
        }
        this.startNs = startNs;
        this.intervalNs = intervalNs;
        this.journal = journal;
    }

    /** Moves the start of the schedule to now. Must be called before the first wake. */
    void begin(long nowNs) {
        if (index != 1) {
            throw new IllegalStateException("the schedule is running: " + index);
        }
        startNs = nowNs;
    }

    long intendedNs() {
        return startNs + index * intervalNs;
    }

    /**
     * Records that the thread is awake, at or after the intended time. Each wake scheduled up to now counts with its own
     * delay. Together they are one hiccup.
     */
    void woke(long nowNs) {
        long intendedNs = intendedNs();
        long delayNs = nowNs - intendedNs;
        for (long missed = delayNs; missed >= 0; missed -= intervalNs) {
            delays.recordValue(missed);
        }
        maxNs = Math.max(maxNs, delayNs);
        journal.record(intendedNs, nowNs);
        index = Math.max(index, Math.floorDiv(nowNs - startNs, intervalNs) + 1);
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
        return intervalNs;
    }
}
