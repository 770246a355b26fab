package org.ticktoquote.comparison.compare;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.Curve;
import org.ticktoquote.analysis.distribution.CurvePoint;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.files.RunFigures;
import org.ticktoquote.analysis.statistics.ClientStatistics;
import org.ticktoquote.analysis.statistics.PercentileBound;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.gate.runs.GatedRun.Standing;
import org.ticktoquote.comparison.matrix.CaseCurve;
import org.ticktoquote.comparison.matrix.ComparedFigure;
import org.ticktoquote.comparison.matrix.CountedRun;
import org.ticktoquote.comparison.matrix.FigureOverRuns;
import org.ticktoquote.core.run.RunDirectory;

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
    private static final double PER_CENT = 100;

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

    /** Combines the runs that count into one element. A single VOID run becomes a diagnostic element. */
    static Compared of(String name, List<GatedRun> given, Latency latency) {
        List<GatedRun> counted = given.stream().filter(GatedRun::counts).toList();
        boolean diagnostic = given.size() == 1
                && given.get(0).standing() == Standing.VOID
                && given.get(0).measured();
        List<GatedRun> shown = diagnostic ? given : counted;
        List<String> leftOut = given.stream()
                .filter(run -> !shown.contains(run))
                .map(run -> run.name() + ": " + word(run) + (run.why().isEmpty() ? "" : ", " + run.why()))
                .toList();
        Kind kind = diagnostic ? Kind.DIAGNOSTIC : Kind.RUNS;
        List<ClientStatistics> statistics =
                shown.stream().flatMap(run -> statistics(run, latency).stream()).toList();
        boolean whole = !shown.isEmpty() && statistics.size() == shown.size();
        Map<String, Figure> figures = new LinkedHashMap<>();
        for (ComparedFigure figure : ComparedFigure.values()) {
            figures.put(figure.field(), whole ? figure(figure, statistics, kind) : Figure.of(null));
        }
        return new Compared(
                name,
                kind,
                note(whole, shown, kind),
                statistics.stream().mapToLong(ClientStatistics::ticks).sum(),
                statistics.stream().mapToLong(ClientStatistics::lost).sum(),
                figures,
                leftOut,
                curve(name, shown, kind, latency),
                shown);
    }

    private static String word(GatedRun run) {
        return run.standing() == Standing.VOID ? "VOID" : "left out";
    }

    private static String note(boolean whole, List<GatedRun> shown, Kind kind) {
        if (shown.isEmpty()) {
            return "no run counts";
        }
        if (kind == Kind.DIAGNOSTIC) {
            return "VOID, diagnostic only: " + shown.get(0).why();
        }
        String bounds = shown.size() == 1 ? "one run, no bounds" : "bounds from " + shown.size() + " runs";
        String prices = shown.stream().anyMatch(GatedRun::hasTwoBounds)
                ? "; matched by price: ambiguous ticks count as answered at the latest"
                : "";
        return (whole ? bounds : "no figures: a FAILED run measured nothing") + prices;
    }

    private static Optional<ClientStatistics> statistics(GatedRun run, Latency latency) {
        var known = run.statistics();
        return known == null ? Optional.empty() : latency.of(known.latest());
    }

    private static Figure figure(ComparedFigure figure, List<ClientStatistics> runs, Kind kind) {
        if (figure == ComparedFigure.MAX) {
            boolean known = runs.stream().allMatch(run -> run.maxNs() != null);
            return Figure.of(
                    known
                            ? (Long) runs.stream()
                                    .map(ClientStatistics::maxNs)
                                    .filter(Objects::nonNull)
                                    .mapToLong(Long::longValue)
                                    .max()
                                    .orElse(0)
                            : null);
        }
        PercentileBound bound = PercentileBound.of(runs, (PER_CENT - figure.percentile()) / PER_CENT);
        return new Figure(bound.valueNs(), bound.lowNs(), bound.highNs(), bound.supported() && kind == Kind.RUNS);
    }

    /** Returns the median over the runs at each percentile that all of them have. */
    private static Curve curve(String name, List<GatedRun> shown, Kind kind, Latency latency) {
        List<CountedRun> runs = IntStream.range(0, shown.size())
                .mapToObj(i -> new CountedRun(i + 1, 1, shown.get(i).name(), Verdict.VALID, "", figures(shown.get(i))))
                .toList();
        CaseCurve median = CaseCurve.of(latency.field(), runs);
        List<CurvePoint> points = new ArrayList<>();
        for (CaseCurve.Point point : median.points()) {
            FigureOverRuns over = point.overRuns();
            @Nullable Long high = over.highNs();
            points.add(new CurvePoint(
                    point.percentile(),
                    high == null ? over.lowNs() : high,
                    over.independent(),
                    over.refused(),
                    over.supported() && kind == Kind.RUNS));
        }
        long lost = shown.stream()
                .flatMap(run -> statistics(run, latency).stream())
                .mapToLong(ClientStatistics::lost)
                .max()
                .orElse(0);
        String label = shown.size() == 1 ? "one run" : "median of " + shown.size() + " runs";
        return new Curve(name, label, median.count(), lost, points);
    }

    private static @Nullable RunFigures figures(GatedRun run) {
        @Nullable Path directory = run.directory();
        return directory == null || !run.measured() ? null : RunFigures.read(new RunDirectory(directory));
    }
}
