package org.ticktoquote.analysis.distribution;

/**
 * One point of a percentile curve.
 *
 * @param percentile 0..100; only the last point may be 100
 * @param valueNs by the rank rule; where {@code refused} the largest measured value, a lower bound
 * @param episodes beyond it
 * @param attributed false in a run whose snapshots could not be attributed to ticks: the value is a diagnostic
 * @param refused whether its rank falls among the lost ticks, so that it has no value
 */
public record CurvePoint(double percentile, long valueNs, long episodes, boolean refused, boolean attributed) {
    /** Of a run whose snapshots could be attributed. */
    public CurvePoint(double percentile, long valueNs, long episodes, boolean refused) {
        this(percentile, valueNs, episodes, refused, true);
    }

    /** Whether it is no diagnostic and at least 10 episodes lie beyond it. */
    public boolean supported() {
        return attributed && episodes >= SupportedDistribution.MINIMUM_EPISODES;
    }
}
