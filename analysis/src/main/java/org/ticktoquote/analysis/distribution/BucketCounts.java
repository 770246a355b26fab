package org.ticktoquote.analysis.distribution;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * How many values are in each bucket, on their way to a histogram: to count here is less work than
 * there. Grows only with the largest value. Not thread-safe.
 */
public final class BucketCounts {
    private static final int STEP = 1 << 10;

    private long[] counts = {};
    private int end;

    /** Adds a value; one below 0 counts as 0. */
    public void add(long value) {
        int bucket = Buckets.of(Math.max(0, value));
        if (bucket >= end) {
            ensure(bucket);
        }
        counts[bucket]++;
    }

    private void ensure(int bucket) {
        end = bucket + 1;
        if (end > counts.length) {
            counts = Arrays.copyOf(counts, (bucket / STEP + 1) * STEP);
        }
    }

    /** Gives all to a histogram of three digits, which is then as if it had recorded every value; none is left here. */
    public void moveTo(Histogram histogram) {
        addTo(histogram);
        clear();
    }

    private void clear() {
        Arrays.fill(counts, 0, end, 0);
        end = 0;
    }

    /** Writes all, {@link #mostBytes} at most; none is left here. */
    void moveTo(ByteBuffer buffer) {
        for (int bucket = 0; bucket < end; bucket++) {
            if (counts[bucket] != 0) {
                buffer.putInt(bucket).putLong(counts[bucket]);
            }
        }
        clear();
    }

    int mostBytes() {
        return end * (Integer.BYTES + Long.BYTES);
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
        for (int bucket = 0; bucket < end; bucket++) {
            if (counts[bucket] != 0) {
                histogram.recordValueWithCount(Buckets.highest(bucket), counts[bucket]);
            }
        }
    }
}
