package org.ticktoquote.analysis.distribution;

import org.ticktoquote.analysis.statistics.Support;

/**
 * One point of a percentile curve.
 *
 * @param percentile 0..100; only the last point may be 100
 * @param valueNs by the rank rule; where {@code refused} the largest measured value, a lower bound
 * @param independent ticks beyond it, at least
 * @param attributed false in a run that broke off, or whose snapshots could not be attributed to ticks: the value is a diagnostic
 * @param refused whether its rank falls among the lost ticks, so that it has no value
 */
public record CurvePoint(double percentile, long valueNs, long independent, boolean refused, boolean attributed) {
    /** Of a run whose snapshots could be attributed. */
    public CurvePoint(double percentile, long valueNs, long independent, boolean refused) {
        this(percentile, valueNs, independent, refused, true);
    }

    /** Whether it is no diagnostic and at least 10 independent ticks lie beyond it. */
    public boolean supported() {
        return attributed && independent >= Support.LEAST;
    }
}
