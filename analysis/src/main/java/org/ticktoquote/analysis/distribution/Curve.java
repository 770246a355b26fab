package org.ticktoquote.analysis.distribution;

import java.util.List;

/**
 * A whole latency distribution for a plot, about 60 points per decade of {@code 1 / (1 - p)}.
 *
 * @param name as in {@code summary.json}: {@code responseNs}, {@code serviceNs} ...
 * @param label for people, with everything that must be said beside the numbers
 * @param count of all values, {@code measured + censored}
 * @param censored values that rank above every measured one
 * @param points by rising percentile; empty when nothing was counted
 */
public record Curve(String name, String label, long count, long censored, List<CurvePoint> points) {
    public Curve {
        points = List.copyOf(points);
    }

    /** The same of a run whose ticks have no schedule. */
    public Curve withoutSchedule() {
        return new Curve(name, label.replace("response at", "service at"), count, censored, points);
    }
}
