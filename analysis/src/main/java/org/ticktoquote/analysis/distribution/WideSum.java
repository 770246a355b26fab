package org.ticktoquote.analysis.distribution;

/** A sum of products in 128 bits: exact in any order. Not thread-safe. */
final class WideSum {
    private static final double HIGH = 0x1p64;

    private long high;
    private long low;

    void addProduct(long one, long other) {
        add(Math.multiplyHigh(one, other), one * other);
    }

    void add(WideSum other) {
        add(other.high, other.low);
    }

    private void add(long moreHigh, long moreLow) {
        low += moreLow;
        high += moreHigh + (Long.compareUnsigned(low, moreLow) < 0 ? 1 : 0);
    }

    /** The nearest that a double can tell, to a unit in its last place or two. */
    double value() {
        return high * HIGH + 2.0 * (low >>> 1) + (low & 1);
    }
}
