package org.ticktoquote.analysis.distribution;

/**
 * Stretches on their way to two distributions each: they are added many at a time, since each of them meets memory that is
 * far away and a processor waits for several at once. Not thread-safe.
 */
public final class Stretches {
    private static final int PENDING = 32;
    private static final int FIELDS = 4;

    private final TimeDistribution[] distributions;
    private final long[] pending = new long[PENDING * FIELDS];
    private int waiting;

    /** To distributions that are named by their place. */
    public Stretches(TimeDistribution... distributions) {
        this.distributions = distributions.clone();
    }

    /** A stretch of ages for the distributions at two places; what it is added to may have it later, after {@link #settle()} at last. */
    public void add(int one, int other, long fromAgeNs, long toAgeNs) {
        if (waiting == pending.length) {
            settle();
        }
        pending[waiting] = one;
        pending[waiting + 1] = other;
        pending[waiting + 2] = fromAgeNs;
        pending[waiting + 3] = toAgeNs;
        waiting += FIELDS;
    }

    /** All distributions have all of it. */
    public void settle() {
        int end = waiting;
        waiting = 0;
        for (int at = 0; at < end; at += FIELDS) {
            long from = pending[at + 2];
            long to = pending[at + 3];
            if (to > from) {
                int first = Buckets.of(from);
                int last = Buckets.of(to);
                distributions[(int) pending[at]].stretch(from, to, first, last);
                distributions[(int) pending[at + 1]].stretch(from, to, first, last);
            }
        }
    }
}
