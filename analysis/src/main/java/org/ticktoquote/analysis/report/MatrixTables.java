package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.matrix.AnnualFigure;
import org.ticktoquote.analysis.matrix.AnnualText;
import org.ticktoquote.analysis.matrix.AxisEffect;
import org.ticktoquote.analysis.matrix.CaseComparison;
import org.ticktoquote.analysis.matrix.ComparedFigure;
import org.ticktoquote.analysis.matrix.FigureComparison;
import org.ticktoquote.analysis.matrix.MatrixComparison;
import org.ticktoquote.analysis.matrix.OverRuns;
import org.ticktoquote.analysis.matrix.Ratio;
import org.ticktoquote.analysis.matrix.TimePerYear;
import org.ticktoquote.analysis.matrix.UncountedRun;
import org.ticktoquote.analysis.report.Table.Cell;
import org.ticktoquote.analysis.report.Table.Column;
import org.ticktoquote.analysis.report.Table.Row;
import org.ticktoquote.analysis.summary.TickOutcomes;

/** The tables of a matrix: figures of the cases, outcomes, effects of the axes, time per year, attempts that do not count. */
final class MatrixTables {
    private static final Cell ABSENT = new Cell(LatencyText.NOTHING, "", "none", null, null);

    private final MatrixComparison comparison;

    MatrixTables(MatrixComparison comparison) {
        this.comparison = comparison;
    }

    /** One for each compared latency. */
    List<Table> latencies() {
        return ComparedFigure.LATENCIES.stream().map(this::latency).toList();
    }

    private Table latency(String latency) {
        List<Column> columns = Stream.concat(
                        Stream.of(new Column("runs", "")),
                        Arrays.stream(ComparedFigure.values()).map(figure -> new Column(figure.title(), "")))
                .toList();
        List<Row> rows = comparison.cases().stream()
                .map(one -> Row.of(heading(one), hint(one), cells(one, latency)))
                .toList();
        LatencyTerm term = LatencyTerm.of(latency);
        return new Table(
                "compared-" + latency,
                "Comparison: " + term.title(latency),
                "Median of the runs that count; under it their spread, from the lowest to the highest, and how many times"
                        + " the median of " + comparison.baseline()
                        + " it is, with what both spreads allow. In italics: unsupported in at least one run. "
                        + LatencyText.REFUSED + ": lost ticks rank above every measured value.",
                "case",
                columns,
                rows);
    }

    private String heading(CaseComparison one) {
        return one.name() + (one.name().equals(comparison.baseline()) ? " (baseline)" : "");
    }

    private static String hint(CaseComparison one) {
        String about = Stream.of(one.title(), ComparisonText.coordinates(one.coordinates()))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
        String why = ComparisonText.whyNotRun(one);
        return why.isEmpty() ? about : why + (about.isEmpty() ? "" : " (" + about + ")");
    }

    private List<Cell> cells(CaseComparison one, String latency) {
        List<Cell> cells = new ArrayList<>();
        cells.add(new Cell(
                one.runs().size() + " of " + comparison.repeats(),
                one.validity().entrySet().stream()
                        .map(entry -> entry.getValue() + "\u00a0" + entry.getKey())
                        .collect(Collectors.joining(", ")),
                "number",
                null,
                null));
        for (ComparedFigure figure : ComparedFigure.values()) {
            @Nullable FigureComparison compared = one.figure(latency, figure);
            cells.add(compared == null ? ABSENT : cell(figure, compared));
        }
        return cells;
    }

    private static Cell cell(ComparedFigure figure, FigureComparison compared) {
        OverRuns runs = compared.overRuns();
        String spread = runs.runs() == 1 ? "one run" : ComparisonText.spread(runs);
        @Nullable Ratio ratio = compared.ratio();
        String times = ratio == null || ratio.unknown()
                ? ""
                : "; " + ComparisonText.ratio(ratio) + " (" + ComparisonText.ratioRange(ratio) + ")";
        boolean thin = figure != ComparedFigure.MAX && !runs.supported();
        String kind = runs.refused() ? "refused" : thin ? "unsupported" : "number";
        return new Cell(
                ComparisonText.median(runs),
                unbroken(spread + times),
                kind,
                runs.refused() ? null : (Long) runs.lowNs(),
                runs.highNs());
    }

    /** A number and its unit stay in one line. */
    private static String unbroken(String text) {
        return text.replaceAll("(?<=[0-9]) (?=[a-z])|(?<=[<>]) ", "\u00a0");
    }

    Table outcomes() {
        List<Column> columns = Stream.of(
                        "published", "conflated", "skipped", "unchanged", "lost", "excluded", "void attempts")
                .map(title -> new Column(title, ""))
                .toList();
        List<Row> rows = comparison.cases().stream()
                .map(one -> Row.of(
                        one.name(),
                        one.absence().isEmpty() ? ComparisonText.runs(one, comparison.repeats()) : one.absence(),
                        Stream.concat(
                                        Stream.<ComparisonText.Outcome>of(
                                                        TickOutcomes::published,
                                                        TickOutcomes::conflated,
                                                        TickOutcomes::skipped,
                                                        TickOutcomes::unchanged,
                                                        TickOutcomes::lost,
                                                        TickOutcomes::excluded)
                                                .map(outcome -> one.runs().isEmpty()
                                                        ? ABSENT
                                                        : Cell.number(ComparisonText.outcome(one, outcome))),
                                        Stream.of(Cell.count(ComparisonText.voidAttempts(one))))
                                .toList()))
                .toList();
        return new Table(
                "matrix-outcomes",
                "Outcomes",
                "Ticks x sessions of all runs that count, added up.",
                "case",
                columns,
                rows);
    }

    /** One for each axis and pair of its values. */
    List<Table> effects() {
        List<Table> tables = new ArrayList<>();
        for (AxisEffect effect : comparison.effects()) {
            List<Row> rows = effect.pairs().stream().map(MatrixTables::pair).toList();
            tables.add(new Table(
                    "effect-" + tables.size(),
                    effect.axis() + ": " + effect.from() + " to " + effect.to(),
                    "Response of the second case, in times that of the first: ratio of the medians, and what the spreads"
                            + " of the runs allow.",
                    "cases",
                    Arrays.stream(ComparedFigure.values())
                            .map(figure -> new Column(figure.title(), ""))
                            .toList(),
                    rows));
        }
        return tables;
    }

    private static Row pair(AxisEffect.Pair pair) {
        String within = ComparisonText.coordinates(pair.within());
        Map<String, Ratio> ratios = pair.latencies().getOrDefault(ComparedFigure.LATENCIES.get(0), Map.of());
        List<Cell> cells = Arrays.stream(ComparedFigure.values())
                .map(figure -> ratio(ratios.get(figure.field())))
                .toList();
        String hint = Stream.of(within, pair.absence(), ComparisonText.machines(pair))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
        return Row.of(pair.from() + " to " + pair.to(), hint, cells);
    }

    private static Cell ratio(@Nullable Ratio ratio) {
        if (ratio == null || ratio.unknown()) {
            return ABSENT;
        }
        return new Cell(ComparisonText.ratio(ratio), ComparisonText.ratioRange(ratio), "number", null, null);
    }

    /** Time per year beyond the response's percentiles. */
    Table annual() {
        List<Row> rows = new ArrayList<>();
        String latency = ComparedFigure.LATENCIES.get(0);
        for (CaseComparison one : comparison.cases()) {
            for (ComparedFigure figure : ComparedFigure.values()) {
                @Nullable FigureComparison compared = one.figure(latency, figure);
                if (compared != null && compared.annual() != null) {
                    rows.add(annual(one, figure, compared.overRuns(), compared.annual()));
                }
            }
        }
        List<Column> columns = new ArrayList<>();
        columns.add(new Column("response", ""));
        columns.add(new Column("a year", comparison.annual().base().text()));
        columns.add(new Column("95 % interval", ""));
        if (comparison.annual().hoursPerYear() != null) {
            columns.add(new Column(
                    "a year of such hours", Figures.number(comparison.annual().hoursPerYear()) + " h"));
            columns.add(new Column("95 % interval", ""));
        }
        columns.add(new Column("episodes", "of all runs"));
        String regime = comparison.annual().regime();
        return new Table(
                "annual",
                "Time per year worse than a percentile's value",
                "Base " + comparison.annual().base().text() + ": "
                        + comparison.annual().base().meaning() + ". Regime of the recording: "
                        + (regime.isEmpty() ? "not stated" : regime)
                        + "; the figure holds for hours of that regime. The interval follows from the number of episodes"
                        + " (exact Poisson) and is true where they come independently. Unsupported percentiles have no row.",
                "case",
                columns,
                rows);
    }

    private static Row annual(CaseComparison one, ComparedFigure figure, OverRuns runs, AnnualFigure annual) {
        List<Cell> cells = new ArrayList<>();
        cells.add(new Cell(ComparisonText.median(runs), "", "number", runs.lowNs(), runs.highNs()));
        cells.addAll(times(annual.perYear()));
        if (annual.perRegimeYear() != null) {
            cells.addAll(times(annual.perRegimeYear()));
        }
        cells.add(Cell.count(annual.episodes()));
        return Row.of(one.name() + " " + figure.title(), "", cells);
    }

    private static List<Cell> times(TimePerYear time) {
        return List.of(
                Cell.number(AnnualText.of(time.seconds())),
                Cell.number(AnnualText.of(time.lowSeconds()) + " to " + AnnualText.of(time.highSeconds())));
    }

    /** Attempts that are listed and never compared. */
    Table uncounted() {
        List<Row> rows = new ArrayList<>();
        for (CaseComparison one : comparison.cases()) {
            for (UncountedRun run : one.others()) {
                rows.add(Row.of(
                        run.directory(),
                        "repeat " + run.repeat() + ", attempt " + run.attempt(),
                        List.of(
                                Cell.text(
                                        run.validity() == null
                                                ? String.valueOf(run.state()).toLowerCase(Locale.ROOT)
                                                : run.validity().name()),
                                Cell.text(run.why()))));
            }
        }
        return new Table(
                "uncounted",
                "Attempts that do not count",
                "VOID, unfinished, late, or with another input, application or host than the others: never compared.",
                "run",
                List.of(new Column("verdict", ""), new Column("why", "")),
                rows);
    }
}
