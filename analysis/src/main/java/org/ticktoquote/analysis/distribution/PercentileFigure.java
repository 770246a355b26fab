package org.ticktoquote.analysis.distribution;

import org.jspecify.annotations.Nullable;

/**
 * One percentile: an interval, closed where the value is exact.
 *
 * @param low lower bound in nanoseconds; where refused the largest measured value; null when nothing was measured
 * @param high upper bound in nanoseconds, equal to {@code low} where exact; null where refused
 * @param supported whether at least 10 episodes lie beyond it
 * @param episodes beyond it
 */
public record PercentileFigure(@Nullable Long low, @Nullable Long high, boolean supported, long episodes) {

    /** The interval from what a soonest and a latest attribution come to. */
    static PercentileFigure between(PercentileFigure soonest, PercentileFigure latest) {
        return new PercentileFigure(
                soonest.low,
                latest.high,
                soonest.supported && latest.supported,
                Math.min(soonest.episodes, latest.episodes));
    }
}
