package org.ticktoquote.analysis.distribution;

import java.util.List;

/**
 * Percentile curve of a latency for a plot, with about 60 points per decade of {@code 1 / (1 - p)}.
 *
 * @param name JSON name in {@code summary.json}: {@code responseNs}, {@code serviceNs} ...
 * @param label curve's name for users, with all reservations
 * @param count number of all values, {@code measured + censored}
 * @param censored values that rank above every measured one
 * @param points percentiles in ascending order; empty without values
 */
public record Curve(String name, String label, long count, long censored, List<CurvePoint> points) {
    public Curve {
        points = List.copyOf(points);
    }

    /** Returns the curve relabelled for a run without a schedule. */
    public Curve withoutSchedule() {
        return new Curve(name, label.replace("response at", "service at"), count, censored, points);
    }
}
