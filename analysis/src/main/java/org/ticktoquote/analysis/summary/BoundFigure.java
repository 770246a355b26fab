package org.ticktoquote.analysis.summary;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.statistics.Attributed;
import org.ticktoquote.analysis.statistics.PercentileBound;

/**
 * What one run says of a percentile of the last client: a 95 % interval, which the clustering of late ticks widens.
 *
 * <p>It is of this run only: what differs from one start of the application to the next is not in it. Where there are two
 * attributions it holds the intervals of both.
 *
 * @param percentile its name, as those of a latency
 * @param low in nanoseconds; null where there is no interval
 * @param high likewise
 * @param independent ticks beyond the percentile, at least
 * @param refusal why there is no interval; empty where there is one
 */
public record BoundFigure(
        String percentile, @Nullable Long low, @Nullable Long high, long independent, String refusal) {
    private static final double ROUNDING = 1e-9;

    /** A percentile and the share of ticks beyond it. */
    private record Level(String name, double beyond) {}

    private static final List<Level> LEVELS = List.of(
            new Level("p50", 0.5),
            new Level("p90", 0.1),
            new Level("p99", 0.01),
            new Level("p99_9", 0.001),
            new Level("p99_99", 0.0001));

    /** Of all percentiles, from the statistics under each attribution. */
    public static List<BoundFigure> of(List<Attributed> attributions) {
        return LEVELS.stream()
                .map(level -> attributions.stream()
                        .map(run -> of(level, PercentileBound.of(List.of(run.lastClient()), level.beyond)))
                        .reduce(BoundFigure::with)
                        .orElseThrow())
                .toList();
    }

    private static BoundFigure of(Level level, PercentileBound bound) {
        long independent = (long) (bound.effective() + ROUNDING);
        boolean whole = bound.refusal().isEmpty();
        return new BoundFigure(
                level.name, whole ? bound.lowNs() : null, whole ? bound.highNs() : null, independent, bound.refusal());
    }

    private BoundFigure with(BoundFigure other) {
        long least = Math.min(independent, other.independent);
        if (low == null || high == null || other.low == null || other.high == null) {
            String why = Stream.of(refusal, other.refusal)
                    .filter(one -> !one.isEmpty())
                    .findFirst()
                    .orElseThrow();
            return new BoundFigure(percentile, null, null, least, why);
        }
        return new BoundFigure(percentile, Math.min(low, other.low), Math.max(high, other.high), least, "");
    }
}
