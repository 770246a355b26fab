package org.ticktoquote.analysis.report;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.PercentileFigure;
import org.ticktoquote.analysis.report.Table.Cell;

/** Figures of a latency as cells: refused ones are {@code > drain}, unsupported ones name their episodes. */
final class LatencyCells {
    static final String REFUSED = "> drain";
    private static final char NO_BREAK = '\u00a0';

    private LatencyCells() {}

    static Cell percentile(LatencyFigures latency, PercentileFigure figure) {
        if (latency.measured() + latency.censored() == 0) {
            return Cell.NONE;
        }
        String note = figure.supported() ? "" : "unsupported: " + episodes(figure.episodes());
        Long low = figure.low();
        Long high = figure.high();
        if (low == null || high == null) {
            return new Cell(REFUSED, note, "refused", null);
        }
        boolean exact = Objects.equals(low, high);
        String text = exact ? Figures.duration(low) : Figures.duration(low) + " .. " + Figures.duration(high);
        return new Cell(text, note, figure.supported() ? "number" : "unsupported", exact ? low : null);
    }

    /** An extreme or the mean. */
    static Cell exact(LatencyFigures latency, @Nullable Long ns) {
        if (ns != null) {
            return Cell.duration(ns);
        }
        return latency.censored() > 0 ? new Cell(REFUSED, "", "refused", null) : Cell.NONE;
    }

    private static String episodes(long count) {
        return Figures.count(count) + NO_BREAK + (count == 1 ? "episode" : "episodes");
    }
}
