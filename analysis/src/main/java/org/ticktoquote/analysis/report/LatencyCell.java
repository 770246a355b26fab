package org.ticktoquote.analysis.report;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.LatencyFigures.Extremes;
import org.ticktoquote.analysis.distribution.PercentileFigure;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Cell.Kind;
import org.ticktoquote.report.table.IntervalText;

/**
 * Formats the figures of a latency for all outputs: an interval if two attributions differ, {@code > drain} if refused.
 * Percentiles include the number of their independent episodes.
 */
public final class LatencyCell {
    /** Figure whose rank falls among lost values. */
    public static final String REFUSED = "> drain";
    /** Figure without a population. */
    public static final String NOTHING = "-";
    /** Unknown figure. */
    static final String UNKNOWN = "?";

    private static final char NO_BREAK = '\u00a0';

    private LatencyCell() {}

    /** Creates the cell of a percentile, given its name in {@code summary.json}. */
    static Cell percentile(LatencyFigures latency, String name) {
        return latency.count() == 0 ? Cell.NONE : percentile(latency, name, note(latency, figure(latency, name)));
    }

    /** Creates the cell of a percentile outside a table, with its support as a sentence. */
    static Cell headline(LatencyFigures latency, String name) {
        if (latency.count() == 0) {
            return Cell.NONE;
        }
        PercentileFigure figure = figure(latency, name);
        String episodes = CountText.of(figure.independent(), "independent episode");
        String note = figure.supported()
                ? "supported by " + episodes
                : latency.diagnostic() ? "diagnostic" : "unsupported: only " + episodes;
        return percentile(latency, name, note);
    }

    private static PercentileFigure figure(LatencyFigures latency, String name) {
        return Objects.requireNonNull(latency.percentiles().get(name), name);
    }

    private static Cell percentile(LatencyFigures latency, String name, String note) {
        PercentileFigure figure = figure(latency, name);
        @Nullable Long low = latency.refused(name) ? null : figure.low();
        @Nullable Long high = figure.high();
        Kind kind = high == null ? Kind.REFUSED : figure.supported() ? Kind.NUMBER : Kind.UNSUPPORTED;
        return new Cell(text(low, high), note, kind, low, high);
    }

    private static String note(LatencyFigures latency, PercentileFigure figure) {
        String episodes = CountText.of(figure.independent(), "episode");
        if (figure.supported()) {
            return episodes;
        }
        return latency.diagnostic() ? "diagnostic" : "unsupported: " + episodes.replace(' ', NO_BREAK);
    }

    static Cell min(LatencyFigures latency) {
        return exact(latency, LatencyFigures::min, Extremes::min);
    }

    static Cell max(LatencyFigures latency) {
        return exact(latency, LatencyFigures::max, Extremes::max);
    }

    static Cell mean(LatencyFigures latency) {
        return exact(latency, LatencyFigures::mean, Extremes::mean);
    }

    private static Cell exact(
            LatencyFigures latency,
            Function<LatencyFigures, @Nullable Long> ofLatest,
            Function<Extremes, @Nullable Long> ofSoonest) {
        if (latency.count() == 0) {
            return Cell.NONE;
        }
        @Nullable Long latest = ofLatest.apply(latency);
        @Nullable Long soonest = latency.soonest() == null ? latest : ofSoonest.apply(latency.soonest());
        if (soonest != null && latest != null) {
            return Cell.duration(soonest, latest);
        }
        return new Cell(text(soonest, latest), "", Kind.REFUSED, soonest == null ? latest : soonest, null);
    }

    /** Returns the number of ticks, including those lost at any session. The sessions of a tick are one observation. */
    static Cell ticks(LatencyFigures latency) {
        Extremes soonest = Objects.requireNonNullElse(latency.soonest(), latency.latest());
        return Cell.count(soonest.ticks(), latency.latest().ticks());
    }

    /** Returns the number of lost ticks; unknown for a diagnostic latency. */
    static Cell lostTicks(LatencyFigures latency) {
        if (latency.diagnostic()) {
            return Cell.number(UNKNOWN);
        }
        Extremes soonest = Objects.requireNonNullElse(latency.soonest(), latency.latest());
        return Cell.count(soonest.lostTicks(), latency.latest().lostTicks());
    }

    /** Formats the two values of an interval. A null value is shown as refused. */
    private static String text(@Nullable Long one, @Nullable Long other) {
        if (one != null && other != null) {
            return IntervalText.duration(Math.min(one, other), Math.max(one, other));
        }
        @Nullable Long known = one == null ? other : one;
        return known == null ? REFUSED : IntervalText.durationUpTo(known, REFUSED);
    }
}
