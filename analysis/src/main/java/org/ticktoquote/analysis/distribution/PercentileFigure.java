package org.ticktoquote.analysis.distribution;

import org.jspecify.annotations.Nullable;

/**
 * One percentile: an interval, closed where the value is exact.
 *
 * @param low lower bound in nanoseconds; where refused the largest measured value; null when nothing was measured
 * @param high upper bound in nanoseconds, equal to {@code low} where exact; null where refused
 * @param supported whether at least 10 independent ticks lie beyond it
 * @param independent how many do, at least
 */
public record PercentileFigure(@Nullable Long low, @Nullable Long high, boolean supported, long independent) {

    /**
     * The interval that holds what a soonest and a latest attribution come to; refused where one of them is.
     *
     * <p>The later one is nearly always the larger; where populations differ, as those of the quote age, either may be.
     */
    static PercentileFigure between(PercentileFigure soonest, PercentileFigure latest) {
        return new PercentileFigure(
                low(soonest, latest),
                soonest.high == null || latest.high == null ? null : (Long) Math.max(soonest.high, latest.high),
                soonest.supported && latest.supported,
                Math.min(soonest.independent, latest.independent));
    }

    /** Of one that is refused and one that is not, the value of the latter. */
    private static @Nullable Long low(PercentileFigure soonest, PercentileFigure latest) {
        boolean one = soonest.high == null;
        boolean other = latest.high == null;
        if (one != other) {
            return one ? latest.low : soonest.low;
        }
        return soonest.low == null || latest.low == null ? null : (Long) Math.min(soonest.low, latest.low);
    }
}
