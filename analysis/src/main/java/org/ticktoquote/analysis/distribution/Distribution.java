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
 * The values of one latency: an auto-resizing histogram of 3 significant digits, and exact extremes and sum beside it.
 *
 * <p>Values below 0 are recorded as 0 and counted. Lost values are censored: counted, ranked above every measured one,
 * never a number. Recording allocates only when the range grows. Not thread-safe.
 */
public final class Distribution {
    /** In place of a value that is refused: its rank falls among the lost. */
    static final long REFUSED = Long.MAX_VALUE - 1;

    private static final int DIGITS = 3;
    private static final List<String> NAMES = List.of("p50", "p90", "p99", "p99_9", "p99_99");

    private final String name;
    private final String label;
    private final long uncertaintyNs;
    private final Histogram histogram = emptyHistogram();
    /** What is not in the histogram yet. */
    private BucketCounts recent = new BucketCounts();

    private long censored;
    private long negative;
    private long beyondUncertainty;
    private long minimum = Long.MAX_VALUE;
    private long maximum;
    private long sum;

    /** An empty one; values below minus the uncertainty are counted apart. */
    public Distribution(String name, String label, long uncertaintyNs) {
        this.name = name;
        this.label = label;
        this.uncertaintyNs = uncertaintyNs;
    }

    /** A histogram that holds what a distribution does. */
    public static Histogram emptyHistogram() {
        return new Histogram(DIGITS);
    }

    /** Adds a value. */
    public void record(long valueNs) {
        long value = Math.max(0, valueNs);
        if (valueNs < 0) {
            negative++;
            beyondUncertainty += valueNs < -uncertaintyNs ? 1 : 0;
        }
        recent.add(value);
        minimum = Math.min(minimum, value);
        maximum = Math.max(maximum, value);
        sum = Math.addExact(sum, value);
    }

    /** Adds the first so many values of an array, each later by so much. */
    public void record(long[] valuesNs, int count, long laterNs) {
        long least = minimum;
        long most = maximum;
        long total = sum;
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
            total = Math.addExact(total, value);
        }
        minimum = least;
        maximum = most;
        sum = total;
    }

    /** Adds all that another one holds, of the same uncertainty: the outcome is that of recording both, in any order. */
    public void add(Distribution other) {
        add(other.histogram(), histogram);
        censored += other.censored;
        negative += other.negative;
        beyondUncertainty += other.beyondUncertainty;
        minimum = Math.min(minimum, other.minimum);
        maximum = Math.max(maximum, other.maximum);
        sum = Math.addExact(sum, other.sum);
    }

    /** Adds the values of one histogram to another, whose range does not depend then on how they were spread. */
    static void add(Histogram values, Histogram to) {
        for (HistogramIterationValue bucket : values.recordedValues()) { // its own add leaves another range
            to.recordValueWithCount(bucket.getValueIteratedTo(), bucket.getCountAtValueIteratedTo());
        }
    }

    /** Adds a value that never came. */
    public void censor() {
        censored++;
    }

    /** Adds so many values that never came. */
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

    /** All values: measured and censored. */
    public long count() {
        return measured() + censored;
    }

    /** Values below 0, by whatever amount. */
    public long negative() {
        return negative;
    }

    /** Values further below 0 than the clocks' uncertainty allows. */
    public long beyondUncertainty() {
        return beyondUncertainty;
    }

    /** Exact; meaningless when nothing was measured. */
    public long minimum() {
        return minimum;
    }

    /** The largest measured value, exact; 0 when nothing was measured. */
    public long maximum() {
        return maximum;
    }

    /** Of the measured values, exact, rounded to the nanosecond. */
    long mean() {
        return sum / measured() + (2 * (sum % measured()) >= measured() ? 1 : 0);
    }

    /** The measured values only; for writing, not for changing. */
    public Histogram histogram() {
        recent.moveTo(histogram);
        recent = new BucketCounts(); // what is looked at is seldom added to: its memory is not kept twice
        return histogram;
    }

    /** The value at each rank, by the rank rule; {@link #REFUSED} beyond the measured ones. Ranks rise. */
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

    /** The values of the named percentiles by their names, as far as these are no lost ones. */
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
     * What no value of a rank, from 1, is below: to the bucket, by the highest rank in it. A rank above all of them never came.
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

    /** How many values are at or above the ages of {@link BeyondCurve#ages}, censored ones among them. */
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
