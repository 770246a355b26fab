package org.ticktoquote.analysis.statistics;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * How many ticks have which value, in buckets of three significant digits (docs/formats.md): a value read from it is that of
 * its bucket's upper end, at most 0.1 % high. The same values are in the same buckets in every run.
 *
 * @param valuesNs upper ends of the buckets, rising
 * @param counts of each
 */
public record ValueCounts(List<Long> valuesNs, List<Long> counts) {
    /** Of a value that a bucket tells apart. */
    private static final int BITS = 11;

    public ValueCounts {
        valuesNs = List.copyOf(valuesNs);
        counts = List.copyOf(counts);
        if (valuesNs.size() != counts.size()) {
            throw new IllegalArgumentException(
                    valuesNs.size() + " values and " + counts.size() + " counts: expected as many");
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

    /** How many ticks are in the bucket with that upper end. */
    long in(long valueNs) {
        int place = valuesNs.indexOf(valueNs);
        return place < 0 ? 0 : counts.get(place);
    }

    /** Lower end of the bucket with that upper end: an end of an interval goes outwards. */
    static long lowerEnd(long upperNs) {
        int digits = openDigits(upperNs);
        return upperNs >> digits << digits;
    }

    /** Upper end of the bucket that holds a value. */
    static long upperEnd(long valueNs) {
        return valueNs | (1L << openDigits(valueNs)) - 1;
    }

    /** Binary digits that a bucket does not tell apart. */
    private static int openDigits(long valueNs) {
        return Math.max(0, Long.SIZE - BITS - Long.numberOfLeadingZeros(valueNs));
    }

    /** How many ticks are in buckets that end above a value: exact but for the bucket that holds it, which counts whole. */
    public long above(long valueNs) {
        long above = 0;
        for (int i = valuesNs.size() - 1; i >= 0 && valuesNs.get(i) > valueNs; i--) {
            above += counts.get(i);
        }
        return above;
    }
}
