package org.ticktoquote.analysis.distribution;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Curve of the amount at or beyond each age. The amount is time for staleness and a number of values for a latency.
 *
 * <p>Ages are bucket edges, at which counts are exact. All curves share the same ages.
 *
 * @param name JSON name in {@code summary.json}
 * @param label curve's name for users
 * @param total nanoseconds for staleness, {@code measured + censored} for a latency
 * @param points ages in ascending order, empty without values; the last one is at the exact maximum and counts the
 *     censored values
 */
public record BeyondCurve(String name, String label, long total, List<Point> points) {
    private static final int POINTS_PER_DECADE = 20;
    private static final int FIRST_DECADE = 3;
    private static final int LAST_DECADE = 18;

    public BeyondCurve {
        points = List.copyOf(points);
    }

    /** Part of the total at or beyond an age in nanoseconds. */
    public record Point(long ageNs, long beyond) {}

    /**
     * Returns the ages of all curves below a maximum: about 20 per decade from 1 us, each the lower edge of a bucket of
     * three significant digits.
     */
    static long[] ages(long maximumNs) {
        return IntStream.rangeClosed(FIRST_DECADE * POINTS_PER_DECADE, LAST_DECADE * POINTS_PER_DECADE)
                .mapToLong(step -> Math.round(StrictMath.pow(10, (double) step / POINTS_PER_DECADE)))
                .map(age -> BucketCounts.lowest(BucketCounts.bucket(age)))
                .takeWhile(age -> age < maximumNs)
                .toArray();
    }
}
