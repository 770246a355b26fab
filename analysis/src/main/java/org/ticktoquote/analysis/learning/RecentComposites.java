package org.ticktoquote.analysis.learning;

/** Last composites of one instrument, newest first. */
final class RecentComposites {
    /** Number of composites kept; more than the usual lag of an application, so that the true one is among them. */
    static final int DEPTH = 32;

    private final long[] bids = new long[DEPTH];
    private final long[] asks = new long[DEPTH];
    private long count;
    private long granularity;

    void add(long bid, long ask) {
        int at = (int) (count % DEPTH);
        bids[at] = bid;
        asks[at] = ask;
        granularity = greatestDivisor(greatestDivisor(granularity, bid), ask);
        count++;
    }

    /** Returns the greatest common divisor of two non-negative numbers. If one is 0, returns the other. */
    static long greatestDivisor(long left, long right) {
        long a = left;
        long b = right;
        while (b != 0) {
            long rest = a % b;
            a = b;
            b = rest;
        }
        return a;
    }

    int size() {
        return (int) Math.min(count, DEPTH);
    }

    /** Returns the largest step that divides all prices so far; 0 before the first. */
    long granularity() {
        return granularity;
    }

    long bid(int depth) {
        return bids[(int) ((count - 1 - depth) % DEPTH)];
    }

    long ask(int depth) {
        return asks[(int) ((count - 1 - depth) % DEPTH)];
    }
}
