package org.ticktoquote.analysis.compare;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.Curve;
import org.ticktoquote.analysis.gate.runs.GatedRun;
import org.ticktoquote.analysis.matrix.ComparedFigure;

/**
 * One of what is laid beside the others: a run, several runs as one, or a file of HdrHistogram's.
 *
 * @param name unique, for people
 * @param kind what it is
 * @param note what must be said beside its figures; may be empty
 * @param count of all values, lost ones among them: of runs due ticks
 * @param lost of them
 * @param figures by {@link ComparedFigure#field}
 * @param leftOut attempts that are in no figure, each with the reason
 * @param curve for a chart
 * @param runs behind the figures; none of a file
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
    /** What something is, and so what may be said of it. */
    public enum Kind {
        RUNS,
        /** A VOID run. */
        DIAGNOSTIC,
        /** Of whatever origin. */
        FILE;

        @JsonValue
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A percentile or the maximum.
     *
     * @param valueNs null where its rank falls among the lost, or there are no values
     * @param lowNs lower end of a 95 % interval; null where there is none
     * @param highNs upper end; null likewise
     * @param supported whether 10 independent ticks or more lie beyond it; false where that is not known
     */
    public record Figure(
            @Nullable Long valueNs,
            @Nullable Long lowNs,
            @Nullable Long highNs,
            boolean supported) {
        /** Without bounds. */
        static Figure of(@Nullable Long valueNs) {
            return new Figure(valueNs, null, null, false);
        }
    }

    public Compared {
        leftOut = List.copyOf(leftOut);
        runs = List.copyOf(runs);
    }

    /** How many runs are behind it. */
    public int runCount() {
        return runs.size();
    }

    /** A figure. */
    public Figure figure(ComparedFigure figure) {
        return figures.getOrDefault(figure.field(), Figure.of(null));
    }

    static Compared of(String name, ForeignValues values, LoadLoop loop) {
        Map<String, Figure> figures = new LinkedHashMap<>();
        for (ComparedFigure figure : ComparedFigure.values()) {
            figures.put(
                    figure.field(),
                    Figure.of(
                            figure == ComparedFigure.MAX ? values.maxNs() : values.percentileNs(figure.percentile())));
        }
        String note = values.assumed() + "; no bounds: the order of its values is not known" + loop.note();
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
