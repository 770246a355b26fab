package org.ticktoquote.analysis.report;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.LatencyFigures.Extremes;
import org.ticktoquote.analysis.distribution.PercentileFigure;
import org.ticktoquote.analysis.report.Table.Cell;

/** Figures of a latency as cells; percentiles name the episodes beyond them. */
final class LatencyCells {
    private static final char NO_BREAK = '\u00a0';

    private LatencyCells() {}

    /** A percentile by its name in {@code summary.json}. */
    static Cell percentile(LatencyFigures latency, String name) {
        if (latency.count() == 0) {
            return Cell.NONE;
        }
        PercentileFigure figure = Objects.requireNonNull(latency.percentiles().get(name), name);
        String episodes = episodes(figure.episodes());
        String unsupported = latency.diagnostic() ? "diagnostic" : "unsupported: " + episodes.replace(' ', NO_BREAK);
        String note = figure.supported() ? episodes : unsupported;
        boolean refused = figure.high() == null;
        @Nullable Long low = latency.refused(name) ? null : figure.low();
        String kind = refused ? "refused" : figure.supported() ? "number" : "unsupported";
        return new Cell(LatencyText.percentile(latency, name), note, kind, low, figure.high());
    }

    static Cell min(LatencyFigures latency) {
        Extremes soonest = latency.soonest();
        return exact(latency, LatencyText.min(latency), soonest == null ? latency.min() : soonest.min(), latency.min());
    }

    static Cell max(LatencyFigures latency) {
        Extremes soonest = latency.soonest();
        return exact(latency, LatencyText.max(latency), soonest == null ? latency.max() : soonest.max(), latency.max());
    }

    static Cell mean(LatencyFigures latency) {
        Extremes soonest = latency.soonest();
        return exact(
                latency, LatencyText.mean(latency), soonest == null ? latency.mean() : soonest.mean(), latency.mean());
    }

    private static Cell exact(LatencyFigures latency, String text, @Nullable Long soonest, @Nullable Long latest) {
        if (latency.count() == 0) {
            return Cell.NONE;
        }
        if (soonest != null && latest != null) {
            return Cell.duration(soonest, latest);
        }
        return new Cell(text, "", "refused", soonest == null ? latest : soonest, null);
    }

    static Cell count(LatencyFigures latency) {
        return Cell.number(LatencyText.count(latency));
    }

    static Cell censored(LatencyFigures latency) {
        return Cell.number(LatencyText.censored(latency));
    }

    private static String episodes(long count) {
        return Figures.count(count) + (count == 1 ? " episode" : " episodes");
    }
}
