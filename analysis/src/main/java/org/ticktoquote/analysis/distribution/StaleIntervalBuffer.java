package org.ticktoquote.analysis.distribution;

/**
 * Buffers stale stretches, each destined for two distributions, and adds them in batches so that cache misses overlap. Must
 * be {@linkplain #flush flushed} before a distribution is read. Not thread-safe.
 */
public final class StaleIntervalBuffer {
    private static final int PENDING = 32;
    private static final int FIELDS = 4;

    private final TimeDistribution[] distributions;
    private final long[] pending = new long[PENDING * FIELDS];
    private int waiting;

    /** @param distributions distributions to which stretches are added, by index */
    public StaleIntervalBuffer(TimeDistribution... distributions) {
        this.distributions = distributions.clone();
    }

    /** Buffers a stretch of ages for the distributions at two indexes. A full buffer is flushed first. */
    public void add(int one, int other, long fromAgeNs, long toAgeNs) {
        if (waiting == pending.length) {
            flush();
        }
        pending[waiting] = one;
        pending[waiting + 1] = other;
        pending[waiting + 2] = fromAgeNs;
        pending[waiting + 3] = toAgeNs;
        waiting += FIELDS;
    }

    /** Adds all buffered stretches to their distributions. */
    public void flush() {
        int end = waiting;
        waiting = 0;
        for (int at = 0; at < end; at += FIELDS) {
            long from = pending[at + 2];
            long to = pending[at + 3];
            if (to > from) {
                int first = BucketCounts.bucket(from);
                int last = BucketCounts.bucket(to);
                distributions[(int) pending[at]].addInterval(from, to, first, last);
                distributions[(int) pending[at + 1]].addInterval(from, to, first, last);
            }
        }
    }
}
