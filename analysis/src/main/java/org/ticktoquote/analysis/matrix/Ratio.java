package org.ticktoquote.analysis.matrix;

import org.jspecify.annotations.Nullable;

/**
 * How many times the figure of another case a figure is.
 *
 * @param low of the medians; equal to {@code high} where both are exact
 * @param high of the medians; null where there is no upper bound
 * @param lowest that the spreads of the runs allow
 * @param highest that they allow; null where there is no such bound
 */
public record Ratio(
        double low,
        @Nullable Double high,
        double lowest,
        @Nullable Double highest) {

    /** What holds whatever values lie between the bounds. */
    static Ratio of(OverRuns figure, OverRuns base) {
        return new Ratio(
                atLeast(figure.lowNs(), base.highNs()),
                atMost(figure.highNs(), base.lowNs()),
                atLeast(figure.lowestNs(), base.highestNs()),
                atMost(figure.highestNs(), base.lowestNs()));
    }

    private static double atLeast(long lowNs, @Nullable Long baseHighNs) {
        return baseHighNs == null || baseHighNs == 0 ? 0 : (double) lowNs / baseHighNs;
    }

    private static @Nullable Double atMost(@Nullable Long highNs, long baseLowNs) {
        return highNs == null || baseLowNs == 0 ? null : (Double) ((double) highNs / baseLowNs);
    }

    /** Whether nothing can be said. */
    public boolean unknown() {
        return low == 0 && high == null;
    }
}
