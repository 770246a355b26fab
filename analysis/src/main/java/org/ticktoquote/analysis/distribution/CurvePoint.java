package org.ticktoquote.analysis.distribution;

/**
 * One point of a percentile curve.
 *
 * @param percentile 0..100; only the last point may be 100
 * @param valueNs by the rank rule; where {@code refused} the largest measured value, a lower bound
 * @param episodes beyond it
 * @param refused whether its rank falls among the lost ticks, so that it has no value
 */
public record CurvePoint(double percentile, long valueNs, long episodes, boolean refused) {

    /** Whether at least 10 episodes lie beyond it. */
    public boolean supported() {
        return episodes >= SupportedDistribution.MINIMUM_EPISODES;
    }
}
