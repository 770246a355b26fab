package org.ticktoquote.analysis.distribution;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * How many values are in each bucket, on their way to a histogram: to count here is less work than
 * there. Grows only with the largest value; what holds nothing is passed over page by page. Not thread-safe.
 */
public final class BucketCounts {
    private static final int PAGE_BITS = 6;
    private static final int PAGE = 1 << PAGE_BITS;
    private static final int STEP = 1 << 10;

    private long[] counts = {};
    /** Whether a page of buckets may hold something. */
    private boolean[] used = {};

    /** Adds a value; one below 0 counts as 0. */
    public void add(long value) {
        int bucket = Buckets.of(Math.max(0, value));
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

    /** Gives all to a histogram of three digits, which is then as if it had recorded every value; none is left here. */
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

    /** Takes the buckets that hold something. */
    private interface Visitor {
        void bucket(int bucket, long count);
    }

    private void each(Visitor visitor) {
        for (int page = 0; page < used.length; page++) {
            if (used[page]) {
                for (int bucket = page * PAGE; bucket < (page + 1) * PAGE; bucket++) {
                    if (counts[bucket] != 0) {
                        visitor.bucket(bucket, counts[bucket]);
                    }
                }
            }
        }
    }

    /** Writes all, {@link #mostBytes} at most; none is left here. */
    void moveTo(ByteBuffer buffer) {
        each((bucket, count) -> buffer.putInt(bucket).putLong(count));
        clear();
    }

    int mostBytes() {
        int pages = 0;
        for (boolean page : used) {
            pages += page ? 1 : 0;
        }
        return pages * PAGE * (Integer.BYTES + Long.BYTES);
    }

    /** Adds what was written to a histogram of three digits. */
    static void addTo(Histogram histogram, ByteBuffer written) {
        while (written.hasRemaining()) {
            long value = Buckets.highest(written.getInt());
            histogram.recordValueWithCount(value, written.getLong());
        }
    }

    /** Adds all to a histogram of three digits, which is then as if it had recorded every value. */
    void addTo(Histogram histogram) {
        each((bucket, count) -> histogram.recordValueWithCount(Buckets.highest(bucket), count));
    }
}
