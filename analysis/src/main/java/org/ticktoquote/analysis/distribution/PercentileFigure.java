package org.ticktoquote.analysis.distribution;

import org.jspecify.annotations.Nullable;

/**
 * Percentile as an interval, whose bounds are equal if the value is exact.
 *
 * @param low lower bound in nanoseconds; the largest measured value if refused; null without measured values
 * @param high upper bound in nanoseconds, equal to {@code low} if exact; null if refused
 * @param supported whether at least 10 independent ticks lie beyond it
 * @param independent lower bound of the independent ticks beyond it
 */
public record PercentileFigure(@Nullable Long low, @Nullable Long high, boolean supported, long independent) {

    /**
     * Returns the smallest interval that holds both; refused if either is.
     *
     * <p>The value of {@code latest} is nearly always larger. If populations differ, as for the quote age, either can be
     * larger.
     */
    static PercentileFigure between(PercentileFigure soonest, PercentileFigure latest) {
        return new PercentileFigure(
                low(soonest, latest),
                soonest.high == null || latest.high == null ? null : (Long) Math.max(soonest.high, latest.high),
                soonest.supported && latest.supported,
                Math.min(soonest.independent, latest.independent));
    }

    /** If one of the two is refused, uses the value of the other. */
    private static @Nullable Long low(PercentileFigure soonest, PercentileFigure latest) {
        boolean one = soonest.high == null;
        boolean other = latest.high == null;
        if (one != other) {
            return one ? latest.low : soonest.low;
        }
        return soonest.low == null || latest.low == null ? null : (Long) Math.min(soonest.low, latest.low);
    }
}
