package org.ticktoquote.analysis.distribution;

import java.math.BigInteger;

/** Sum of non-negative values or products in 128 bits, exact in any order. Not thread-safe. */
public final class WideSum {
    private static final double HIGH = 0x1p64;

    private long high;
    private long low;

    void add(long value) {
        add(0, value);
    }

    /** Adds a product of two non-negative values. */
    public void addProduct(long one, long other) {
        add(Math.multiplyHigh(one, other), one * other);
    }

    public void add(WideSum other) {
        add(other.high, other.low);
    }

    private void add(long moreHigh, long moreLow) {
        low += moreLow;
        high += moreHigh + (Long.compareUnsigned(low, moreLow) < 0 ? 1 : 0);
    }

    /** Returns the sum as a double, to one or two units in the last place. */
    public double value() {
        return high * HIGH + 2.0 * (low >>> 1) + (low & 1);
    }

    /** Returns the exact mean of {@code count} values, half rounded up. */
    long mean(long count) {
        BigInteger sum = BigInteger.valueOf(high)
                .shiftLeft(Long.SIZE)
                .add(BigInteger.valueOf(low >>> 1).shiftLeft(1))
                .add(BigInteger.valueOf(low & 1));
        BigInteger[] parts = sum.divideAndRemainder(BigInteger.valueOf(count));
        return parts[0].longValueExact() + (2 * parts[1].longValueExact() >= count ? 1 : 0);
    }
}
