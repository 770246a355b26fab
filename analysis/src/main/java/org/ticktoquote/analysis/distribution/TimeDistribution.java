package org.ticktoquote.analysis.distribution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Time for which prices had each age, summed over stretches in which the age rises with time.
 *
 * <p>A stretch from age a to age b spends one nanosecond at each age between them. Times per {@link BucketCounts bucket} are
 * exact: a stretch adds its ends to two buckets, and counts as crossing the buckets in between. Needs constant time per
 * stretch and grows only with the largest age. Not thread-safe.
 */
public final class TimeDistribution {
    /** Buckets allocated in advance. */
    private static final int STEP = 1 << 10;

    private static final int FIELDS = 2;

    /** Two fields per bucket: time of stretches that begin or end in it, and change in the number of crossing stretches. */
    private long[] buckets = new long[BucketCounts.SINGLE_VALUES * FIELDS];

    private long staleNs;
    private long maximumNs;
    /** Twice the integral of age over time, exact and therefore independent of the order of stretches. */
    private final WideSum doubled = new WideSum();

    /** Adds a stretch; ages in nanoseconds, {@code 0 <= from <= to}. */
    public void addInterval(long fromAgeNs, long toAgeNs) {
        if (toAgeNs > fromAgeNs) {
            addInterval(fromAgeNs, toAgeNs, BucketCounts.bucket(fromAgeNs), BucketCounts.bucket(toAgeNs));
        }
    }

    /** Adds a stretch with {@code from < to}, given the buckets of both ends. */
    void addInterval(long fromAgeNs, long toAgeNs, int first, int last) {
        ensure(last + 2);
        if (first == last) {
            buckets[first * FIELDS] += toAgeNs - fromAgeNs;
        } else {
            buckets[first * FIELDS] += BucketCounts.lowest(first + 1) - fromAgeNs;
            buckets[(first + 1) * FIELDS + 1]++;
            buckets[last * FIELDS] += toAgeNs - BucketCounts.lowest(last);
            buckets[last * FIELDS + 1]--;
        }
        staleNs += toAgeNs - fromAgeNs;
        maximumNs = Math.max(maximumNs, toAgeNs);
        doubled.addProduct(toAgeNs - fromAgeNs, fromAgeNs + toAgeNs);
    }

    private void ensure(int count) {
        if (count * FIELDS > buckets.length) {
            buckets = Arrays.copyOf(buckets, (count + STEP) * FIELDS);
        }
    }

    public void add(TimeDistribution other) {
        ensure(other.buckets.length / FIELDS);
        for (int i = 0; i < other.buckets.length; i++) {
            buckets[i] += other.buckets[i];
        }
        staleNs += other.staleNs;
        maximumNs = Math.max(maximumNs, other.maximumNs);
        doubled.add(other.doubled);
    }

    private long partial(int bucket) {
        return buckets[bucket * FIELDS];
    }

    private long crossing(int bucket) {
        return buckets[bucket * FIELDS + 1];
    }

    /** Returns the time at an age above 0. */
    public long staleNs() {
        return staleNs;
    }

    /** Returns the largest age, exact. */
    public long maximumNs() {
        return maximumNs;
    }

    /** Returns the mean age over a total time. */
    public double meanNs(long totalNs) {
        return totalNs == 0 ? 0 : doubled.value() / 2 / totalNs;
    }

    /** Returns the exact time at or beyond the ages of {@link BeyondCurve#ages}. */
    public BeyondCurve beyond(String name, String label, long totalNs) {
        long[] ages = BeyondCurve.ages(maximumNs);
        List<BeyondCurve.Point> points = new ArrayList<>();
        long left = staleNs;
        long open = 0;
        int bucket = 0;
        for (long age : ages) {
            for (; BucketCounts.lowest(bucket) < age; bucket++) {
                open += crossing(bucket);
                left -= partial(bucket) + open * (BucketCounts.lowest(bucket + 1) - BucketCounts.lowest(bucket));
            }
            points.add(new BeyondCurve.Point(age, left));
        }
        if (staleNs > 0) {
            points.add(new BeyondCurve.Point(maximumNs, 0));
        }
        return new BeyondCurve(name, label, totalNs, points);
    }

    /**
     * Returns the age that is not exceeded for at least a share of the total time; 0 if prices were fresh for that share.
     * It is the highest value of its bucket, at most 0.1 % too high and never above the maximum.
     */
    public long percentile(double share, long totalNs) {
        double within = share * totalNs - (totalNs - staleNs);
        if (within <= 0) {
            return 0;
        }
        double time = 0;
        long open = 0;
        for (int bucket = 0; bucket < buckets.length / FIELDS; bucket++) {
            open += crossing(bucket);
            if (open == 0 && partial(bucket) == 0) {
                continue;
            }
            time += partial(bucket) + (double) open * (BucketCounts.lowest(bucket + 1) - BucketCounts.lowest(bucket));
            if (time >= within) {
                return Math.min(maximumNs, BucketCounts.highest(bucket));
            }
        }
        return maximumNs;
    }
}
