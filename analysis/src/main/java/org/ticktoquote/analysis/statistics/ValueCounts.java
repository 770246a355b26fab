package org.ticktoquote.analysis.statistics;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Tick counts by value, in buckets of three significant digits (docs/formats.md). A value is represented by the upper end of
 * its bucket, at most 0.1 % high. Buckets are the same in every run.
 *
 * @param valuesNs upper ends of the buckets, ascending
 * @param counts number of values in each bucket
 */
public record ValueCounts(List<Long> valuesNs, List<Long> counts) {
    /** Significant bits of a value. */
    private static final int BITS = 11;

    public ValueCounts {
        valuesNs = List.copyOf(valuesNs);
        counts = List.copyOf(counts);
        if (valuesNs.size() != counts.size()) {
            throw new IllegalArgumentException(
                    valuesNs.size() + " values and " + counts.size() + " counts: expected one count per value");
        }
    }

    static ValueCounts of(Histogram histogram) {
        List<Long> values = new ArrayList<>();
        List<Long> counts = new ArrayList<>();
        for (HistogramIterationValue bucket : histogram.recordedValues()) {
            values.add(histogram.highestEquivalentValue(bucket.getValueIteratedTo()));
            counts.add(bucket.getCountAtValueIteratedTo());
        }
        return new ValueCounts(values, counts);
    }

    /** Returns the tick count of the bucket with this upper end; 0 if there is none. */
    long in(long valueNs) {
        int place = valuesNs.indexOf(valueNs);
        return place < 0 ? 0 : counts.get(place);
    }

    /** Returns the lower end of the bucket with this upper end, to round intervals outwards. */
    static long lowerEnd(long upperNs) {
        int digits = openDigits(upperNs);
        return upperNs >> digits << digits;
    }

    /** Returns the upper end of the bucket of a value. */
    static long upperEnd(long valueNs) {
        return valueNs | (1L << openDigits(valueNs)) - 1;
    }

    /** Returns the number of bits below the resolution of a bucket. */
    private static int openDigits(long valueNs) {
        return Math.max(0, Long.SIZE - BITS - Long.numberOfLeadingZeros(valueNs));
    }

    /**
     * Returns the number of ticks above a value. If the value is not the upper end of its bucket, all ticks of that bucket
     * count.
     */
    public long above(long valueNs) {
        long above = 0;
        for (int i = valuesNs.size() - 1; i >= 0 && valuesNs.get(i) > valueNs; i--) {
            above += counts.get(i);
        }
        return above;
    }
}
