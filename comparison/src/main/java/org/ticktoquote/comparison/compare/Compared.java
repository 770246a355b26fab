package org.ticktoquote.comparison.compare;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.Curve;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.matrix.ComparedFigure;

/**
 * Element of a comparison: a run, several runs together, or an HdrHistogram file.
 *
 * @param name unique name for users
 * @param kind kind of element
 * @param note note on intervals and assumptions, for users; can be empty
 * @param count number of all values, including lost ones; for runs, of due ticks
 * @param lost number of lost values
 * @param figures figures by {@link ComparedFigure#field}
 * @param leftOut attempts that do not count, each with the reason
 * @param curve curve for a chart
 * @param runs included runs; empty for a file
 */
public record Compared(
        String name,
        Kind kind,
        String note,
        long count,
        long lost,
        Map<String, Figure> figures,
        List<String> leftOut,
        @JsonIgnore Curve curve,
        @JsonIgnore List<GatedRun> runs) {
    /** Kind of element. A VOID run has no findings, and a file has no intervals. */
    public enum Kind {
        RUNS,
        /** A VOID run. */
        DIAGNOSTIC,
        /** An HdrHistogram file. */
        FILE;

        @JsonValue
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Percentile or maximum.
     *
     * @param valueNs null if there are no values, its rank falls among lost ones, or a FAILED run measured nothing
     * @param lowNs lower end of a 95 % interval; null if there is none
     * @param highNs upper end of a 95 % interval; null if there is none
     * @param supported whether at least 10 independent ticks lie beyond it; false if unknown or for a VOID run
     */
    public record Figure(
            @Nullable Long valueNs,
            @Nullable Long lowNs,
            @Nullable Long highNs,
            boolean supported) {
        /** Creates a figure without an interval. */
        static Figure of(@Nullable Long valueNs) {
            return new Figure(valueNs, null, null, false);
        }
    }

    public Compared {
        leftOut = List.copyOf(leftOut);
        runs = List.copyOf(runs);
    }

    /** Returns the name for tables and legends. */
    public String title() {
        return kind == Kind.DIAGNOSTIC ? name + " (VOID)" : name;
    }

    public int runCount() {
        return runs.size();
    }

    public Figure figure(ComparedFigure figure) {
        return figures.getOrDefault(figure.field(), Figure.of(null));
    }

    /** Returns whether the rank of a figure falls among lost values, or a FAILED run measured nothing. */
    public boolean refused(ComparedFigure figure) {
        return figure(figure).valueNs() == null && (lost > 0 || hasUnmeasuredRun());
    }

    /** Returns whether a FAILED run measured nothing, so that there are no figures. */
    boolean hasUnmeasuredRun() {
        return runs.stream().anyMatch(run -> !run.measured());
    }

    static Compared of(String name, HistogramValues values, LoadLoop loop) {
        Map<String, Figure> figures = new LinkedHashMap<>();
        for (ComparedFigure figure : ComparedFigure.values()) {
            figures.put(
                    figure.field(),
                    Figure.of(
                            figure == ComparedFigure.MAX ? values.maxNs() : values.percentileNs(figure.percentile())));
        }
        String note = values.assumed() + "; no bounds (the order of its values is unknown)" + loop.note();
        return new Compared(
                name,
                Kind.FILE,
                note,
                values.count(),
                values.lost(),
                figures,
                List.of(),
                values.curve(name),
                List.of());
    }
}
