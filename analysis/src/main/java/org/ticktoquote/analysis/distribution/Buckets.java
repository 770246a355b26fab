package org.ticktoquote.analysis.distribution;

/**
 * The buckets of three significant digits, those of an HdrHistogram of as many: 1024 to a power of two, single values below
 * 2048. Values are at least 0.
 */
final class Buckets {
    private static final int SUB_BITS = 10;
    private static final int SUBS = 1 << SUB_BITS;
    /** So many hold one value each. */
    static final int SINGLE = 2 * SUBS;

    private Buckets() {}

    /** The bucket of a value. */
    static int of(long value) {
        int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(value) - SUB_BITS - 1);
        return (shift << SUB_BITS) + (int) (value >>> shift);
    }

    /** The lowest value of a bucket. */
    static long lowest(int bucket) {
        if (bucket < SINGLE) {
            return bucket;
        }
        int shift = (bucket >>> SUB_BITS) - 1;
        return (long) (bucket & SUBS - 1 | SUBS) << shift;
    }

    /** The highest one. */
    static long highest(int bucket) {
        return lowest(bucket + 1) - 1;
    }
}
