package org.ticktoquote.analysis.distribution;

import org.ticktoquote.analysis.statistics.Support;

/**
 * Point of a percentile curve.
 *
 * @param percentile 0..100; only the last point can be 100
 * @param valueNs value by the rank rule of docs/measures.md; if {@code refused}, the largest measured value as a lower bound
 * @param independent lower bound of the independent ticks beyond it
 * @param refused whether its rank falls among the lost ticks, so that it has no value
 * @param attributed false if the run was cut short or snapshots could not be attributed; the value is then diagnostic
 */
public record CurvePoint(double percentile, long valueNs, long independent, boolean refused, boolean attributed) {
    /** Creates a point of a run whose snapshots were attributed. */
    public CurvePoint(double percentile, long valueNs, long independent, boolean refused) {
        this(percentile, valueNs, independent, refused, true);
    }

    /** Returns whether the point is attributed and has at least 10 independent ticks beyond it. */
    public boolean supported() {
        return attributed && independent >= Support.MIN_INDEPENDENT;
    }
}
