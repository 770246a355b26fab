package org.ticktoquote.analysis.distribution;

/**
 * Buckets of three significant digits, identical to those of HdrHistogram: 1024 per power of two, single values below 2048.
 * Values are at least 0.
 */
final class Buckets {
    private static final int SUB_BITS = 10;
    private static final int SUBS = 1 << SUB_BITS;
    /** Number of buckets with a single value. */
    static final int SINGLE = 2 * SUBS;

    private Buckets() {}

    static int of(long value) {
        int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(value) - SUB_BITS - 1);
        return (shift << SUB_BITS) + (int) (value >>> shift);
    }

    static long lowest(int bucket) {
        if (bucket < SINGLE) {
            return bucket;
        }
        int shift = (bucket >>> SUB_BITS) - 1;
        return (long) (bucket & SUBS - 1 | SUBS) << shift;
    }

    static long highest(int bucket) {
        return lowest(bucket + 1) - 1;
    }
}
