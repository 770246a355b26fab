package org.ticktoquote.analysis.distribution;

import java.util.ArrayList;
import java.util.List;

/**
 * Percentile as an exact fraction, so that ranks do not depend on rounding.
 *
 * @param partsPerBillion share of the values at or below it
 */
public record Percentile(long partsPerBillion) {
    static final Percentile P50 = new Percentile(500_000_000);
    static final Percentile P90 = new Percentile(900_000_000);
    static final Percentile P99 = new Percentile(990_000_000);
    public static final Percentile P99_9 = new Percentile(999_000_000);
    static final Percentile P99_99 = new Percentile(999_900_000);
    public static final Percentile ALL = new Percentile(1_000_000_000);

    static final List<Percentile> NAMED = List.of(P50, P90, P99, P99_9, P99_99);

    private static final long BILLION = 1_000_000_000L;
    private static final int POINTS_PER_DECADE = 60;
    private static final double PARTS_PER_PERCENT = 1e7;

    double percent() {
        return partsPerBillion / PARTS_PER_PERCENT;
    }

    /** Returns the share of values beyond it, 0..1. */
    public double beyond() {
        return (double) (BILLION - partsPerBillion) / BILLION;
    }

    /** Returns the rank among {@code count} values, at least 1. */
    public long rank(long count) {
        long scaled = Math.multiplyExact(partsPerBillion, count);
        return Math.max(1, -Math.floorDiv(-scaled, BILLION));
    }

    /**
     * Returns the points of a curve over {@code count} values: equal steps of {@code log 1 / (1 - p)} up to the last value.
     */
    static List<Percentile> curve(long count) {
        List<Percentile> points = new ArrayList<>();
        long previous = -1;
        for (int step = 0; ; step++) {
            double beyond = StrictMath.pow(10, -(double) step / POINTS_PER_DECADE);
            long parts = BILLION - Math.round(beyond * BILLION);
            if (beyond * count < 1 || parts == BILLION) {
                break;
            }
            if (previous < P50.partsPerBillion && parts > P50.partsPerBillion) {
                points.add(P50);
            }
            points.add(new Percentile(parts));
            previous = parts;
        }
        points.add(new Percentile(BILLION));
        return points;
    }
}
