package org.ticktoquote.comparison.matrix;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.LatencyFigures.Extremes;
import org.ticktoquote.analysis.distribution.PercentileFigure;

/**
 * Figure of one run as an interval, which is a single value if exact.
 *
 * @param lowNs lower bound; the largest measured value if refused
 * @param highNs upper bound, equal to the lower bound if exact; null if there is none
 * @param refused whether there is no value, because its rank falls among lost values, which rank above measured ones
 * @param supported whether at least 10 independent ticks lie beyond the figure
 * @param independent lower bound on the number of independent ticks beyond the figure
 */
public record Bounds(long lowNs, @Nullable Long highNs, boolean refused, boolean supported, long independent) {
    /** Bounds of a run whose application failed before anything was measured. */
    static final Bounds NEVER_MEASURED = new Bounds(0, null, true, false, 0);

    /** Returns a percentile by its name in {@code summary.json}. */
    static Bounds percentile(LatencyFigures latency, String name) {
        PercentileFigure figure = latency.percentiles().get(name);
        if (figure == null) {
            throw new IllegalArgumentException(name);
        }
        long low = figure.low() == null ? 0 : figure.low();
        return new Bounds(low, figure.high(), latency.refused(name), figure.supported(), figure.independent());
    }

    /** Returns the maximum, beyond which there are no ticks. */
    static Bounds max(LatencyFigures latency) {
        @Nullable Extremes only = latency.soonest();
        @Nullable Long soonest = only == null ? latency.max() : only.max();
        @Nullable Long latest = latency.max();
        if (soonest != null && latest != null) {
            return new Bounds(Math.min(soonest, latest), Math.max(soonest, latest), false, false, 0);
        }
        if (soonest != null) {
            return new Bounds(soonest, null, false, false, 0);
        }
        return latest == null
                ? new Bounds(largestKnown(latency), null, true, false, 0)
                : new Bounds(latest, null, false, false, 0);
    }

    /** Returns the largest lower bound of a percentile. */
    private static long largestKnown(LatencyFigures latency) {
        return latency.percentiles().values().stream()
                .mapToLong(figure -> figure.low() == null ? 0 : figure.low())
                .max()
                .orElse(0);
    }

    /** Combines a point of a curve under both attributions. */
    static Bounds between(Bounds soonest, Bounds latest) {
        boolean refused = soonest.refused && latest.refused;
        long low = soonest.refused == latest.refused
                ? Math.min(soonest.lowNs, latest.lowNs)
                : soonest.refused ? latest.lowNs : soonest.lowNs;
        @Nullable
        Long high =
                soonest.highNs == null || latest.highNs == null ? null : (Long) Math.max(soonest.highNs, latest.highNs);
        return new Bounds(
                low,
                high,
                refused,
                soonest.supported && latest.supported,
                Math.min(soonest.independent, latest.independent));
    }
}
