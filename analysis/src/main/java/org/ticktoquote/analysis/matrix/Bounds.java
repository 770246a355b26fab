package org.ticktoquote.analysis.matrix;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.LatencyFigures.Extremes;
import org.ticktoquote.analysis.distribution.PercentileFigure;

/**
 * One figure of one run: an interval, closed where it is exact.
 *
 * @param lowNs lower bound; where refused the largest measured value, which is one too
 * @param highNs upper bound, equal to the lower one where exact; null where there is none
 * @param refused whether it has no value at all: its rank falls among the lost, which rank above every measured value
 * @param supported whether at least 10 independent ticks lie beyond it
 * @param independent ticks beyond it, at least
 */
public record Bounds(long lowNs, @Nullable Long highNs, boolean refused, boolean supported, long independent) {
    /** Of a run that has no figures because the application failed before the first of them. */
    static final Bounds NEVER_MEASURED = new Bounds(0, null, true, false, 0);

    /** A percentile by its name in {@code summary.json}. */
    static Bounds percentile(LatencyFigures latency, String name) {
        PercentileFigure figure = latency.percentiles().get(name);
        if (figure == null) {
            throw new IllegalArgumentException(name);
        }
        long low = figure.low() == null ? 0 : figure.low();
        return new Bounds(low, figure.high(), latency.refused(name), figure.supported(), figure.independent());
    }

    /** The maximum, beyond which there is nothing. */
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

    /** The largest value that some percentile is known to reach. */
    private static long largestKnown(LatencyFigures latency) {
        return latency.percentiles().values().stream()
                .mapToLong(figure -> figure.low() == null ? 0 : figure.low())
                .max()
                .orElse(0);
    }

    /** From both attributions of a point of a curve. */
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
