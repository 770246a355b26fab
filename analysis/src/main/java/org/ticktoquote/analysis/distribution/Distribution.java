package org.ticktoquote.analysis.distribution;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Values of one latency: an auto-resizing histogram of 3 significant digits with exact extremes and sum.
 *
 * <p>Negative values are recorded as 0 and counted. Lost values are censored: counted and ranked above every measured value,
 * but never given a number. Recording allocates only when the range grows. Not thread-safe.
 */
public final class Distribution {
    /** Replaces a value whose rank falls among the lost ones. */
    static final long REFUSED = Long.MAX_VALUE - 1;

    private static final int DIGITS = 3;
    private static final List<String> NAMES = List.of("p50", "p90", "p99", "p99_9", "p99_99");

    private final String name;
    private final String label;
    private final long uncertaintyNs;
    private final Histogram histogram = emptyHistogram();
    /** Values not moved to the histogram yet. */
    private BucketCounts recent = new BucketCounts();

    private long censored;
    private long negative;
    private long beyondUncertainty;
    private long minimum = Long.MAX_VALUE;
    private long maximum;
    private final WideSum sum = new WideSum();

    /** @param uncertaintyNs clock uncertainty; values more negative than this are counted separately */
    public Distribution(String name, String label, long uncertaintyNs) {
        this.name = name;
        this.label = label;
        this.uncertaintyNs = uncertaintyNs;
    }

    /** Returns an empty histogram with the resolution of a distribution. */
    public static Histogram emptyHistogram() {
        return new Histogram(DIGITS);
    }

    public void record(long valueNs) {
        long value = Math.max(0, valueNs);
        if (valueNs < 0) {
            negative++;
            beyondUncertainty += valueNs < -uncertaintyNs ? 1 : 0;
        }
        recent.add(value);
        minimum = Math.min(minimum, value);
        maximum = Math.max(maximum, value);
        sum.add(value);
    }

    /** Records the first {@code count} values of an array, each increased by {@code laterNs}. */
    public void record(long[] valuesNs, int count, long laterNs) {
        long least = minimum;
        long most = maximum;
        for (int i = 0; i < count; i++) {
            long value = valuesNs[i] + laterNs;
            if (value < 0) {
                negative++;
                beyondUncertainty += value < -uncertaintyNs ? 1 : 0;
                value = 0;
            }
            recent.add(value);
            least = Math.min(least, value);
            most = Math.max(most, value);
            sum.add(value);
        }
        minimum = least;
        maximum = most;
    }

    /** Adds another distribution with the same uncertainty. The result equals recording both, in any order. */
    public void add(Distribution other) {
        add(other.histogram(), histogram);
        censored += other.censored;
        negative += other.negative;
        beyondUncertainty += other.beyondUncertainty;
        minimum = Math.min(minimum, other.minimum);
        maximum = Math.max(maximum, other.maximum);
        sum.add(other.sum);
    }

    /** Adds one histogram to another. The resulting range does not depend on how the values were split. */
    static void add(Histogram values, Histogram to) {
        for (HistogramIterationValue bucket : values.recordedValues()) { // Histogram.add would give another range
            to.recordValueWithCount(bucket.getValueIteratedTo(), bucket.getCountAtValueIteratedTo());
        }
    }

    public void censor() {
        censored++;
    }

    /** Records lost values. */
    public void censor(long count) {
        censored += count;
    }

    public String name() {
        return name;
    }

    public String label() {
        return label;
    }

    public long measured() {
        return histogram().getTotalCount();
    }

    public long censored() {
        return censored;
    }

    /** Returns the number of values, measured and censored. */
    public long count() {
        return measured() + censored;
    }

    public long negative() {
        return negative;
    }

    /** Returns the number of values that are negative by more than the clock uncertainty. */
    public long beyondUncertainty() {
        return beyondUncertainty;
    }

    /** Returns the smallest measured value, exact; undefined without measured values. */
    public long minimum() {
        return minimum;
    }

    /** Returns the largest measured value, exact; 0 without measured values. */
    public long maximum() {
        return maximum;
    }

    /** Returns the exact mean of the measured values, rounded to the nanosecond. There must be at least one. */
    long mean() {
        return sum.mean(measured());
    }

    /** Returns the measured values. The caller must not modify them. */
    public Histogram histogram() {
        recent.moveTo(histogram);
        recent = new BucketCounts(); // frees the memory, because a distribution is rarely added to after it was read
        return histogram;
    }

    /**
     * Returns the value at each rank by the rank rule of docs/measures.md, {@link #REFUSED} at the ranks of lost values.
     * Ranks must be in ascending order.
     */
    long[] valuesAt(long[] ranks) {
        long[] values = new long[ranks.length];
        int next = 0;
        for (HistogramIterationValue bucket : histogram().recordedValues()) {
            long upTo = bucket.getTotalCountToThisValue();
            while (next < ranks.length && ranks[next] <= upTo) {
                values[next++] = Math.min(histogram.highestEquivalentValue(bucket.getValueIteratedTo()), maximum);
            }
        }
        while (next < ranks.length) {
            values[next++] = REFUSED;
        }
        return values;
    }

    /** Returns the named percentiles that have a value. */
    public Map<String, Long> named() {
        long[] ranks = Percentile.NAMED.stream()
                .mapToLong(percentile -> percentile.rank(count()))
                .toArray();
        long[] values = valuesAt(ranks);
        Map<String, Long> named = new LinkedHashMap<>();
        for (int i = 0; i < ranks.length; i++) {
            if (values[i] != REFUSED) {
                named.put(NAMES.get(i), values[i]);
            }
        }
        return named;
    }

    /**
     * Returns a lower bound of the value at each rank, to bucket resolution. Each key is the highest rank of a bucket,
     * counted from 1. Ranks above the last key belong to lost values.
     */
    public NavigableMap<Long, Long> lowestByRank() {
        NavigableMap<Long, Long> lowest = new TreeMap<>();
        for (HistogramIterationValue bucket : histogram().recordedValues()) {
            lowest.put(
                    bucket.getTotalCountToThisValue(),
                    Math.max(minimum, histogram.lowestEquivalentValue(bucket.getValueIteratedTo())));
        }
        return lowest;
    }

    /** Returns the number of values, including censored ones, at or above the ages of {@link BeyondCurve#ages}. */
    public BeyondCurve beyond() {
        long[] ages = BeyondCurve.ages(maximum);
        List<BeyondCurve.Point> points = new ArrayList<>();
        long left = count();
        int next = 0;
        for (HistogramIterationValue bucket : histogram().recordedValues()) {
            long upTo = histogram.highestEquivalentValue(bucket.getValueIteratedTo());
            while (next < ages.length && ages[next] <= upTo) {
                points.add(new BeyondCurve.Point(ages[next++], left));
            }
            left -= bucket.getCountAtValueIteratedTo();
        }
        if (measured() > 0) {
            points.add(new BeyondCurve.Point(maximum, censored));
        }
        return new BeyondCurve(name, label, count(), points);
    }
}
