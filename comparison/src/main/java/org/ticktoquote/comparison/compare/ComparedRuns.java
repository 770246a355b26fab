package org.ticktoquote.comparison.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.Curve;
import org.ticktoquote.analysis.distribution.CurvePoint;
import org.ticktoquote.analysis.files.ComparedLatency;
import org.ticktoquote.analysis.files.RunFigures;
import org.ticktoquote.analysis.statistics.ClientStatistics;
import org.ticktoquote.analysis.statistics.PercentileBound;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.comparison.compare.Compared.Figure;
import org.ticktoquote.comparison.compare.Compared.Kind;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.gate.runs.GatedRun.Standing;
import org.ticktoquote.comparison.matrix.CaseCurve;
import org.ticktoquote.comparison.matrix.ComparedFigure;
import org.ticktoquote.comparison.matrix.CountedRun;
import org.ticktoquote.comparison.matrix.FigureOverRuns;
import org.ticktoquote.core.run.RunDirectory;

/** Combines the runs that count into one element. A single VOID run becomes a diagnostic element. */
final class ComparedRuns {
    private static final double PER_CENT = 100;

    private final ComparedLatency latency;
    private final List<GatedRun> shown;
    private final Kind kind;

    private ComparedRuns(ComparedLatency latency, List<GatedRun> shown, Kind kind) {
        this.latency = latency;
        this.shown = shown;
        this.kind = kind;
    }

    static Compared of(String name, List<GatedRun> given, ComparedLatency latency) {
        List<GatedRun> counted = given.stream().filter(GatedRun::counts).toList();
        boolean diagnostic = given.size() == 1
                && given.get(0).standing() == Standing.VOID
                && given.get(0).measured();
        List<GatedRun> shown = diagnostic ? given : counted;
        List<String> leftOut = given.stream()
                .filter(run -> !shown.contains(run))
                .map(run -> run.name() + ": " + word(run) + (run.why().isEmpty() ? "" : ", " + run.why()))
                .toList();
        return new ComparedRuns(latency, shown, diagnostic ? Kind.DIAGNOSTIC : Kind.RUNS).compared(name, leftOut);
    }

    private static String word(GatedRun run) {
        return run.standing() == Standing.VOID ? "VOID" : "left out";
    }

    private Compared compared(String name, List<String> leftOut) {
        List<ClientStatistics> statistics =
                shown.stream().flatMap(run -> statistics(run).stream()).toList();
        boolean whole = !shown.isEmpty() && statistics.size() == shown.size();
        Map<String, Figure> figures = new LinkedHashMap<>();
        for (ComparedFigure figure : ComparedFigure.values()) {
            figures.put(figure.field(), whole ? figure(figure, statistics) : Figure.of(null));
        }
        return new Compared(
                name,
                kind,
                note(whole),
                statistics.stream().mapToLong(ClientStatistics::ticks).sum(),
                statistics.stream().mapToLong(ClientStatistics::lost).sum(),
                figures,
                leftOut,
                curve(name),
                shown);
    }

    private String note(boolean whole) {
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

    private Optional<ClientStatistics> statistics(GatedRun run) {
        var known = run.statistics();
        return known == null ? Optional.empty() : latency.of(known.latest());
    }

    private static Figure figure(ComparedFigure figure, List<ClientStatistics> runs) {
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
        return new Figure(bound.valueNs(), bound.lowNs(), bound.highNs(), bound.supported());
    }

    /** Returns the median over the runs at each percentile that all of them have. */
    private Curve curve(String name) {
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
                .flatMap(run -> statistics(run).stream())
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
