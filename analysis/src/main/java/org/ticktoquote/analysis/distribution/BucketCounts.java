package org.ticktoquote.analysis.distribution;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.agrona.collections.LongLongConsumer;

/**
 * Value counts per bucket, collected before they are moved to a histogram because counting here is cheaper. Grows only with
 * the largest value; unused pages are skipped. Not thread-safe.
 *
 * <p>The buckets have three significant digits and are identical to those of HdrHistogram: 1024 per power of two, single
 * values below 2048. Values are at least 0.
 */
public final class BucketCounts {
    private static final int SUB_BITS = 10;
    private static final int SUBS = 1 << SUB_BITS;
    /** Number of buckets with a single value. */
    static final int SINGLE_VALUES = 2 * SUBS;

    private static final int PAGE_BITS = 6;
    private static final int PAGE = 1 << PAGE_BITS;
    private static final int STEP = 1 << 10;

    private long[] counts = {};
    /** Whether a page of buckets can hold values. */
    private boolean[] used = {};

    /** Returns the bucket of a value. */
    static int bucket(long value) {
        int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(value) - SUB_BITS - 1);
        return (shift << SUB_BITS) + (int) (value >>> shift);
    }

    /** Returns the lowest value of a bucket. */
    static long lowest(int bucket) {
        if (bucket < SINGLE_VALUES) {
            return bucket;
        }
        int shift = (bucket >>> SUB_BITS) - 1;
        return (long) (bucket & SUBS - 1 | SUBS) << shift;
    }

    /** Returns the highest value of a bucket. */
    static long highest(int bucket) {
        return lowest(bucket + 1) - 1;
    }

    /** Adds a value; negative values count as 0. */
    public void add(long value) {
        int bucket = bucket(Math.max(0, value));
        if (bucket >= counts.length) {
            grow(bucket);
        }
        counts[bucket]++;
        used[bucket >>> PAGE_BITS] = true;
    }

    private void grow(int bucket) {
        counts = Arrays.copyOf(counts, (bucket / STEP + 1) * STEP);
        used = Arrays.copyOf(used, counts.length / PAGE);
    }

    /** Moves all values to a histogram of three digits, with the same effect as if it had recorded each value. */
    public void moveTo(Histogram histogram) {
        addTo(histogram);
        clear();
    }

    private void clear() {
        for (int page = 0; page < used.length; page++) {
            if (used[page]) {
                Arrays.fill(counts, page * PAGE, (page + 1) * PAGE, 0);
                used[page] = false;
            }
        }
    }

    /** Passes each bucket that holds values, with its count. */
    private void each(LongLongConsumer visitor) {
        for (int page = 0; page < used.length; page++) {
            if (used[page]) {
                for (int bucket = page * PAGE; bucket < (page + 1) * PAGE; bucket++) {
                    if (counts[bucket] != 0) {
                        visitor.accept(bucket, counts[bucket]);
                    }
                }
            }
        }
    }

    /** Moves all values to a buffer, which needs room for {@link #mostBytes}. */
    void moveTo(ByteBuffer buffer) {
        each((bucket, count) -> buffer.putInt((int) bucket).putLong(count));
        clear();
    }

    int mostBytes() {
        int pages = 0;
        for (boolean page : used) {
            pages += page ? 1 : 0;
        }
        return pages * PAGE * (Integer.BYTES + Long.BYTES);
    }

    /** Adds the values in a buffer to a histogram of three digits. */
    static void addTo(Histogram histogram, ByteBuffer written) {
        while (written.hasRemaining()) {
            long value = highest(written.getInt());
            histogram.recordValueWithCount(value, written.getLong());
        }
    }

    /** Adds all values to a histogram of three digits, with the same effect as if it had recorded each value. */
    void addTo(Histogram histogram) {
        each((bucket, count) -> histogram.recordValueWithCount(highest((int) bucket), count));
    }
}
