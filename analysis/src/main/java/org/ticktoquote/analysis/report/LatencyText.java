package org.ticktoquote.analysis.report;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.LatencyFigures.Extremes;
import org.ticktoquote.analysis.distribution.PercentileFigure;

/** Figures of a latency as every output writes them: intervals where two attributions differ, {@code > drain} where refused. */
public final class LatencyText {
    public static final String REFUSED = "> drain";
    /** There is nothing that a figure could be of. */
    public static final String NOTHING = "-";

    /** Nobody knows. */
    public static final String UNKNOWN = "?";

    private LatencyText() {}

    /** A percentile by its name in {@code summary.json}. */
    public static String percentile(LatencyFigures latency, String name) {
        PercentileFigure figure = Objects.requireNonNull(latency.percentiles().get(name), name);
        return text(latency, latency.refused(name) ? null : figure.low(), figure.high());
    }

    public static String min(LatencyFigures latency) {
        Extremes soonest = latency.soonest();
        return text(latency, soonest == null ? latency.min() : soonest.min(), latency.min());
    }

    public static String max(LatencyFigures latency) {
        Extremes soonest = latency.soonest();
        return text(latency, soonest == null ? latency.max() : soonest.max(), latency.max());
    }

    public static String mean(LatencyFigures latency) {
        Extremes soonest = latency.soonest();
        return text(latency, soonest == null ? latency.mean() : soonest.mean(), latency.mean());
    }

    /** All values, measured and censored. */
    public static String count(LatencyFigures latency) {
        Extremes soonest = latency.soonest();
        return bounds(soonest == null ? latency.count() : soonest.measured() + soonest.censored(), latency.count());
    }

    /** Of a diagnostic nobody knows. */
    public static String censored(LatencyFigures latency) {
        if (latency.diagnostic()) {
            return UNKNOWN;
        }
        Extremes soonest = latency.soonest();
        return bounds(soonest == null ? latency.censored() : soonest.censored(), latency.censored());
    }

    /** Which of two counts is the smaller one need not be known. */
    static String bounds(long one, long other) {
        return IntervalText.count(Math.min(one, other), Math.max(one, other));
    }

    private static String text(LatencyFigures latency, @Nullable Long one, @Nullable Long other) {
        if (one != null && other != null) {
            return IntervalText.duration(Math.min(one, other), Math.max(one, other));
        }
        if (one == null && other == null) {
            return latency.count() == 0 ? NOTHING : REFUSED;
        }
        return IntervalText.durationUpTo(one == null ? Objects.requireNonNull(other) : one, REFUSED);
    }
}
