package org.ticktoquote.analysis.distribution;

/**
 * One point of a percentile curve.
 *
 * @param percentile 0..100; only the last point may be 100
 * @param valueNs by the rank rule; where {@code refused} the largest measured value, a lower bound
 * @param supported whether at least 10 episodes lie beyond it
 * @param refused whether its rank falls among the lost ticks, so that it has no value
 */
public record CurvePoint(double percentile, long valueNs, boolean supported, boolean refused) {}
