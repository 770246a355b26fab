package org.ticktoquote.comparison.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.report.LatencyCell;
import org.ticktoquote.analysis.report.LatencyTerm;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.comparison.matrix.AxisEffect;
import org.ticktoquote.comparison.matrix.CaseComparison;
import org.ticktoquote.comparison.matrix.CaseHost;
import org.ticktoquote.comparison.matrix.CaseLevel;
import org.ticktoquote.comparison.matrix.ComparedFigure;
import org.ticktoquote.comparison.matrix.Difference;
import org.ticktoquote.comparison.matrix.FigureComparison;
import org.ticktoquote.comparison.matrix.FigureOverRuns;
import org.ticktoquote.comparison.matrix.LimitOutcome;
import org.ticktoquote.comparison.matrix.MatrixComparison;
import org.ticktoquote.comparison.matrix.Ratio;
import org.ticktoquote.comparison.matrix.UncountedRun;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Cell.Kind;
import org.ticktoquote.report.table.Columns;
import org.ticktoquote.report.table.Table;
import org.ticktoquote.report.table.Table.Column;
import org.ticktoquote.report.table.Table.Row;

/**
 * Tables of a matrix: limits, figures of the cases, effects of the axes, time per year, outcomes, hosts, differences,
 * attempts that do not count.
 */
final class MatrixTables {
    /** Latency for which effects are shown. */
    static final String HEADLINE = Latency.COMPARED_FIELDS.get(0);

    static final List<ComparedFigure> FIGURES = List.of(ComparedFigure.values());
    static final Cell ABSENT = new Cell(LatencyCell.NOTHING, Kind.NONE);

    private final MatrixComparison comparison;

    MatrixTables(MatrixComparison comparison) {
        this.comparison = comparison;
    }

    private static Column column(ComparedFigure figure) {
        return new Column(figure.title(), "", figure.title(), figure != ComparedFigure.MAX);
    }

    /** Limit or service level of a case, with its outcome. */
    private record Judged<T>(CaseComparison one, T outcome) {}

    /** Returns the limits of all cases; no rows without limits. */
    Table limits() {
        return Columns.<Judged<LimitOutcome>>of(
                        "case",
                        limit -> limit.one.name() + ": " + limit.outcome.limit().description())
                .add("outcome", limit -> Cell.text(limit.outcome.state().word()))
                .add("bounds", limit -> {
                    String value = ComparisonText.limited(limit.outcome);
                    return Cell.number(value.isEmpty() ? LatencyCell.NOTHING : value);
                })
                .add(
                        "limit",
                        limit -> Cell.number(
                                Figures.duration(limit.outcome.limit().mostNs())))
                .add("why", limit -> Cell.text(limit.outcome.why()))
                .table(
                        "limits",
                        "Limits",
                        "The bounds of the figure over the runs decide (95 %; maximum: the values of the runs). Kept: the upper"
                                + " bound is at most the limit. Exceeded: the lower bound is above it. Undecided: neither, or a run"
                                + " is missing.",
                        comparison.cases().stream()
                                .flatMap(one -> one.limits().stream().map(limit -> new Judged<>(one, limit)))
                                .toList());
    }

    /** Returns the service levels of all cases; no rows without service levels. */
    Table serviceLevels() {
        return Columns.<Judged<CaseLevel>>of("case", level -> level.one.name() + ": " + level.outcome.level())
                .add("outcome", level -> Cell.text(level.outcome.state().word()))
                .add("met", "runs", level -> Cell.count(level.outcome.met()))
                .add("broken", "runs", level -> Cell.count(level.outcome.broken()))
                .add("undecided", "runs", level -> Cell.count(level.outcome.undecided()))
                .add("why", level -> Cell.text(level.outcome.why()))
                .table(
                        "service-levels",
                        "Service levels",
                        "Broken: one counted run broke it. Met: every repeat has a run and each met it. The page of a run shows"
                                + " the first window that broke it, and the worst.",
                        comparison.cases().stream()
                                .flatMap(one -> one.serviceLevels().stream().map(level -> new Judged<>(one, level)))
                                .toList());
    }

    /** Returns a table for each compared latency. */
    List<Table> latencies() {
        return Latency.COMPARED_FIELDS.stream().map(this::latency).toList();
    }

    private Table latency(String latency) {
        Columns<CaseComparison> columns = Columns.of("case", this::heading)
                .hint(MatrixTables::about)
                .add("runs", this::runs)
                .addEach(FIGURES, MatrixTables::column, (one, figure) -> {
                    @Nullable FigureComparison compared = one.figure(latency, figure);
                    return compared == null ? ABSENT : compared(figure, compared);
                });
        return columns.withRows(
                "compared-" + latency,
                "Comparison: " + LatencyTerm.of(latency).title(),
                "Median of the counted runs. Below: lowest and highest run, and the ratio to "
                        + comparison.baseline()
                        + " (geometric means, t interval of the runs' logarithms). If the interval includes 1, the"
                        + " smallest effect detected in 95 of 100 comparisons is added. Italics or *: unsupported in at"
                        + " least one run, fewer than 10 independent episodes above. "
                        + LatencyCell.REFUSED + ": lost ticks rank above every measured value.",
                comparison.cases().stream()
                        .map(one -> one.absence().isEmpty()
                                ? columns.row(one)
                                : Row.remark(heading(one), joined(one.absence(), about(one))))
                        .toList());
    }

    private String heading(CaseComparison one) {
        return one.name() + (one.name().equals(comparison.baseline()) ? " (baseline)" : "");
    }

    private static String about(CaseComparison one) {
        return joined(one.title(), ComparisonText.coordinates(one.coordinates()));
    }

    /** Returns the cases that have runs but get no further ones, with the reason. */
    List<String> stopped() {
        return comparison.cases().stream()
                .filter(one -> one.absence().isEmpty() && !one.notRun().isEmpty())
                .map(one -> one.name() + ": " + ComparisonText.whyNotRun(one))
                .toList();
    }

    private static String joined(String... texts) {
        return Stream.of(texts).filter(text -> !text.isEmpty()).collect(Collectors.joining("; "));
    }

    private Cell runs(CaseComparison one) {
        Stream<String> verdicts = one.attempts().validity().entrySet().stream()
                .map(entry -> entry.getValue() + "\u00a0" + entry.getKey());
        Stream<String> lost = Stream.of(ComparisonText.lost(one))
                .filter(count -> !count.equals("0"))
                .map(count -> "lost\u00a0" + count);
        return Cell.number(one.attempts().runs().size() + " of " + comparison.repeats())
                .withNote(Stream.concat(verdicts, lost).collect(Collectors.joining("; ")));
    }

    private static Cell compared(ComparedFigure figure, FigureComparison compared) {
        FigureOverRuns runs = compared.overRuns();
        String spread = runs.runs() == 1 ? "one run" : ComparisonText.spread(runs);
        @Nullable Ratio ratio = compared.ratio();
        String times = ratio == null || ratio.unknown()
                ? ""
                : joined(ComparisonText.ratio(ratio), ComparisonText.interval(ratio));
        return median(figure, runs).withNote(unbroken(joined(spread, times)));
    }

    /** Returns the median of the runs. A maximum needs no support. */
    private static Cell median(ComparedFigure figure, FigureOverRuns runs) {
        boolean thin = figure != ComparedFigure.MAX && !runs.supported();
        Kind kind = runs.refused() ? Kind.REFUSED : thin ? Kind.UNSUPPORTED : Kind.NUMBER;
        return new Cell(
                ComparisonText.median(runs), "", kind, runs.refused() ? null : (Long) runs.lowNs(), runs.highNs());
    }

    /** Keeps numbers and units in one line with no-break spaces. */
    private static String unbroken(String text) {
        return text.replaceAll("(?<=[0-9]) (?=[a-z])|(?<=[<>]) ", "\u00a0");
    }

    /** Returns a table for each axis and pair of its values. */
    List<Table> effects() {
        List<Table> tables = new ArrayList<>();
        for (AxisEffect effect : comparison.effects()) {
            tables.add(Columns.<AxisEffect.Pair>of("cases", pair -> pair.from() + " to " + pair.to())
                    .hint(pair -> ComparisonText.coordinates(pair.within()))
                    .addEach(FIGURES, figure -> Column.of(figure.title(), ""), MatrixTables::ratio)
                    .table(
                            "effect-" + tables.size(),
                            effect.axis() + ": " + effect.from() + " to " + effect.to(),
                            "",
                            effect.pairs().stream()
                                    .filter(pair -> pair.absence().isEmpty())
                                    .toList()));
        }
        return tables;
    }

    /** Returns notes on pairs: why they cannot be compared, different machines, and thread plans. */
    List<String> pairs() {
        return comparison.effects().stream()
                .flatMap(effect -> effect.pairs().stream())
                .flatMap(pair -> Stream.of(pair.absence(), ComparisonText.machines(pair), ComparisonText.plan(pair))
                        .filter(text -> !text.isEmpty())
                        .map(text -> pair.from() + " to " + pair.to() + ": " + text))
                .toList();
    }

    private static Cell ratio(AxisEffect.Pair pair, ComparedFigure figure) {
        @Nullable
        Ratio ratio = pair.latencies().getOrDefault(HEADLINE, Map.of()).get(figure.field());
        return ratio == null || ratio.unknown()
                ? ABSENT
                : Cell.number(ComparisonText.ratio(ratio))
                        .withNote(joined(ComparisonText.interval(ratio), predicted(pair, figure)));
    }

    private static String predicted(AxisEffect.Pair pair, ComparedFigure figure) {
        @Nullable Double predicted = pair.predicted().get(figure.field());
        return predicted == null ? "" : String.format(Locale.ROOT, "predicted %.2f", predicted);
    }

    Table outcomes() {
        return Columns.of("case", CaseComparison::name)
                .hint(one -> one.absence().isEmpty() ? ComparisonText.runs(one, comparison.repeats()) : one.absence())
                .add("published", one -> outcome(one, "published", TickOutcomes::published))
                .add("conflated", one -> outcome(one, "conflated", TickOutcomes::conflated))
                .add("skipped", one -> outcome(one, "skipped", TickOutcomes::skipped))
                .add("unchanged", one -> outcome(one, "unchanged", TickOutcomes::unchanged))
                .add("lost", one -> outcome(one, "lost", TickOutcomes::lost))
                .add("excluded", one -> outcome(one, "excluded", TickOutcomes::excluded))
                .add("void attempts", one -> Cell.count(ComparisonText.voidAttempts(one)))
                .table(
                        "matrix-outcomes",
                        "Outcomes",
                        "Sum of ticks x sessions over all counted runs.",
                        comparison.cases());
    }

    private static Cell outcome(CaseComparison one, String name, ToLongFunction<TickOutcomes> outcome) {
        return one.attempts().runs().isEmpty() ? ABSENT : Cell.number(ComparisonText.outcome(one, name, outcome));
    }

    /** Returns the host of each case's application and the path to it; a row for each case that has a run. */
    Table hosts() {
        return Columns.of("case", CaseComparison::name)
                .add("kernel", one -> stated(one, CaseHost::kernel))
                .add("CPU", one -> stated(one, CaseHost::cpuModel))
                .add("CPUs", one -> stated(one, CaseHost::cpus))
                .add("clock source", one -> stated(one, CaseHost::clockSource))
                .add("path", one -> stated(one, CaseHost::path))
                .table(
                        "hosts",
                        "Hosts",
                        "Hosts of the application, as stated in the counted runs.",
                        comparison.cases().stream()
                                .filter(one -> one.absence().isEmpty())
                                .toList());
    }

    private static Cell stated(CaseComparison one, Function<CaseHost, String> fact) {
        String value = fact.apply(one.host());
        return Cell.text(value.isEmpty() ? LatencyCell.NOTHING : value);
    }

    /** Returns a table for each case that differs from the baseline. */
    List<Table> differences() {
        List<Table> tables = new ArrayList<>();
        for (CaseComparison one : comparison.cases()) {
            if (!one.differences().isEmpty()) {
                tables.add(Columns.of("fact", Difference::fact)
                        .add(comparison.baseline(), "baseline", fact -> value(fact.baseline(), fact.here()))
                        .add(one.name(), fact -> value(fact.here(), fact.baseline()))
                        .table("differences-" + tables.size(), one.name(), "", one.differences()));
            }
        }
        return tables;
    }

    /** Returns a value with the words marked that the other value lacks. */
    private static Cell value(String value, String other) {
        return value.isEmpty() ? Cell.text(LatencyCell.NOTHING) : Cell.marked(value, other);
    }

    /** Returns the cases without a stated difference from the baseline. */
    List<String> alike() {
        return comparison.cases().stream()
                .filter(one -> !one.name().equals(comparison.baseline()))
                .filter(one -> one.absence().isEmpty() && one.differences().isEmpty())
                .map(CaseComparison::name)
                .toList();
    }

    /** Returns the attempts that are listed and never compared. */
    Table uncounted() {
        return Columns.of("run", UncountedRun::directory)
                .hint(run -> "repeat " + run.repeat() + ", attempt " + run.attempt())
                .add(
                        "verdict",
                        run -> Cell.text(
                                run.validity() == null
                                        ? String.valueOf(run.state()).toLowerCase(Locale.ROOT)
                                        : run.validity().name()))
                .add("why", run -> Cell.text(run.why()))
                .table(
                        "uncounted",
                        "Attempts that do not count",
                        "VOID, unfinished, replayed late, or with a different input, application or host."
                                + " They are not compared.",
                        comparison.cases().stream()
                                .flatMap(one -> one.attempts().others().stream())
                                .toList());
    }
}
