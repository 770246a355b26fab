package org.ticktoquote.analysis.gate;

import org.jspecify.annotations.Nullable;

/**
 * What a look says of one statistic; ratios of candidate over baseline.
 *
 * @param statistic that is compared
 * @param gated whether the verdict rests on it
 * @param label what it says
 * @param ratio estimate; null where it is unresolved
 * @param low one-sided lower bound at the level of FAIL; null likewise
 * @param high one-sided upper bound at the level of PASS; null likewise
 * @param margin as a ratio, 1.05; null where the policy names none
 * @param withHistory whether earlier runs lent their variance
 * @param duet what pairs add; null for a gate of solo runs, and where it is unresolved
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
        @Nullable DuetResult duet) {
    /** Of solo runs. */
    public StatisticResult(
            GateStatistic statistic,
            boolean gated,
            Label label,
            @Nullable Double ratio,
            @Nullable Double low,
            @Nullable Double high,
            @Nullable Double margin,
            boolean withHistory) {
        this(statistic, gated, label, ratio, low, high, margin, withHistory, null);
    }

    /** The same of a duet. */
    StatisticResult with(DuetResult pairs) {
        return new StatisticResult(statistic, gated, label, ratio, low, high, margin, withHistory, pairs);
    }

    /** What is said of a statistic. */
    public enum Label {
        /** Its upper bound is below the margin. */
        PASS,
        /** Its lower bound is above 0, and the estimate is at the margin or above. */
        FAIL,
        /** Neither. */
        INCONCLUSIVE,
        /** It is not defined in every run. */
        UNRESOLVED
    }
}
