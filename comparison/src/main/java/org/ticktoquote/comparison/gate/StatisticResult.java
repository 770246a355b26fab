package org.ticktoquote.comparison.gate;

import org.jspecify.annotations.Nullable;

/**
 * Result of one statistic at a look; ratios are candidate over baseline.
 *
 * @param statistic compared statistic
 * @param gated whether the verdict depends on it
 * @param label result
 * @param ratio estimate; null if unresolved
 * @param low one-sided lower bound at the level of FAIL; null if unresolved
 * @param high one-sided upper bound at the level of PASS; null if unresolved
 * @param margin margin as a ratio such as 1.05; null if the policy has none
 * @param withHistory whether earlier runs contributed to the variance
 * @param spread run-to-run standard deviation of the logarithm, without effects common to a pair or block; null if
 * unresolved
 * @param late episodes on both sides; null unless they are too few for a ratio of shares
 * @param duet contribution of pairs; null for a gate of solo runs or if unresolved
 * @param pulseGain factor by which the pulse of the host reduced the variance of the difference; null if the pulse
 * is not used
 */
public record StatisticResult(
        GateStatistic statistic,
        boolean gated,
        Label label,
        @Nullable Double ratio,
        @Nullable Double low,
        @Nullable Double high,
        @Nullable Double margin,
        boolean withHistory,
        @Nullable Double spread,
        @Nullable LateEpisodes late,
        @Nullable DuetResult duet,
        @Nullable Double pulseGain) {
    /** Returns a copy with the contribution of pairs. */
    StatisticResult with(DuetResult pairs) {
        return new StatisticResult(
                statistic, gated, label, ratio, low, high, margin, withHistory, spread, late, pairs, pulseGain);
    }

    /** Returns a copy with the gain from the pulse. */
    StatisticResult withPulse(double gain) {
        return new StatisticResult(
                statistic, gated, label, ratio, low, high, margin, withHistory, spread, late, duet, gain);
    }

    /** Result of a statistic. */
    public enum Label {
        /** The upper bound is below the margin. A statistic without a margin has to be below the baseline. */
        PASS,
        /** The lower bound is above the baseline, and the estimate is at or above the margin if there is one. */
        FAIL,
        /** Neither PASS nor FAIL. */
        INCONCLUSIVE,
        /** Undefined in at least one run. */
        UNRESOLVED,
        /** Too few late episodes on both sides together for a comparison, and no sign of a difference. */
        TOO_FEW
    }
}
