package org.ticktoquote.analysis.gate;

import org.jspecify.annotations.Nullable;

/**
 * Result of one statistic at a look; ratios are candidate over baseline.
 *
 * @param statistic that is compared
 * @param gated whether the verdict depends on it
 * @param label result
 * @param ratio estimate; null if unresolved
 * @param low one-sided lower bound at the level of FAIL; null if unresolved
 * @param high one-sided upper bound at the level of PASS; null if unresolved
 * @param margin as a ratio, 1.05; null if the policy has none
 * @param withHistory whether earlier runs contributed to the variance
 * @param spread standard deviation of the logarithm from run to run, without what pairs or blocks have in common; null if
 * unresolved
 * @param late episodes on both sides; null unless they are too few for a ratio of shares
 * @param duet contribution of pairs; null for a gate of solo runs, and if unresolved
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
        @Nullable DuetResult duet) {
    /** Creates a result without pairs, spread or late episodes. */
    public StatisticResult(
            GateStatistic statistic,
            boolean gated,
            Label label,
            @Nullable Double ratio,
            @Nullable Double low,
            @Nullable Double high,
            @Nullable Double margin,
            boolean withHistory) {
        this(statistic, gated, label, ratio, low, high, margin, withHistory, null, null, null);
    }

    /** Returns a copy with the contribution of pairs. */
    StatisticResult with(DuetResult pairs) {
        return new StatisticResult(statistic, gated, label, ratio, low, high, margin, withHistory, spread, late, pairs);
    }

    /** Result of a statistic. */
    public enum Label {
        /** Its upper bound is below the margin. */
        PASS,
        /** Its lower bound is above 0, and the estimate is at or above the margin. */
        FAIL,
        /** Neither. */
        INCONCLUSIVE,
        /** It is not defined in every run. */
        UNRESOLVED,
        /** Too few late episodes on both sides together to compare, and no sign of a difference. */
        TOO_FEW
    }
}
