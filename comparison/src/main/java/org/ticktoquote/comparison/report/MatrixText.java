package org.ticktoquote.comparison.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.report.TimePerYearText;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.comparison.matrix.AxisEffect;
import org.ticktoquote.comparison.matrix.CaseComparison;
import org.ticktoquote.comparison.matrix.ComparedFigure;
import org.ticktoquote.comparison.matrix.FigureComparison;
import org.ticktoquote.comparison.matrix.MatrixComparison;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Columns;
import org.ticktoquote.report.table.Table;
import org.ticktoquote.report.table.Table.Column;
import org.ticktoquote.report.table.TextLines;

/** The comparison of a matrix as text for a terminal: the response of each case, and what a change on each axis does. */
public final class MatrixText {
    private final MatrixComparison comparison;
    private final TextLines lines = new TextLines();

    private MatrixText(MatrixComparison comparison) {
        this.comparison = comparison;
    }

    /** The lines of the tables. */
    public static List<String> of(MatrixComparison comparison) {
        MatrixText text = new MatrixText(comparison);
        text.findings();
        text.limits();
        text.serviceLevels();
        text.cases();
        text.notes();
        text.effects();
        text.annual();
        return text.lines.all();
    }

    /** What was found stands before everything else. */
    private void findings() {
        List<String> found = MatrixFindings.of(comparison);
        if (!found.isEmpty()) {
            lines.add("%s: response at the last client", comparison.name());
            found.forEach(one -> lines.add("%s", one));
            lines.blank();
        }
    }

    /** What the matrix is held to stands before what it measured. */
    private void limits() {
        String limits = ComparisonText.limits(comparison);
        if (limits.isEmpty()) {
            return;
        }
        lines.add("%s: limits: %s", comparison.name(), limits);
        for (CaseComparison one : comparison.cases()) {
            one.limits().forEach(limit -> lines.add("%s", ComparisonText.limit(one.name(), limit)));
        }
        lines.blank();
    }

    private void serviceLevels() {
        String levels = ComparisonText.levels(comparison);
        if (levels.isEmpty()) {
            return;
        }
        lines.add("%s: service levels: %s", comparison.name(), levels);
        for (CaseComparison one : comparison.cases()) {
            one.serviceLevels().forEach(level -> lines.add("%s", ComparisonText.level(one.name(), level)));
        }
        lines.blank();
    }

    /** A line of a case: of its medians, or of what stands under them. */
    private record Line(
            String title,
            String what,
            String lost,
            CaseComparison one,
            BiFunction<ComparedFigure, FigureComparison, Cell> cell) {
        Cell cell(ComparedFigure figure) {
            @Nullable FigureComparison compared = one.figure(MatrixTables.HEADLINE, figure);
            return compared == null ? Cell.NONE : cell.apply(figure, compared);
        }
    }

    private void cases() {
        lines.add(
                "%s: response at the last client: median and spread of the runs, and ratio to %s (geometric means, 95 %% interval)",
                comparison.name(), comparison.baseline());
        Table table = Columns.of("", Line::title)
                .add("runs", line -> Cell.number(line.what))
                .add("lost", line -> Cell.number(line.lost))
                .addEach(
                        MatrixTables.FIGURES,
                        figure -> new Column(figure.title(), "", figure.title(), true),
                        Line::cell)
                .table(
                        "",
                        "",
                        "",
                        comparison.cases().stream()
                                .filter(one -> one.absence().isEmpty())
                                .flatMap(one -> lines(one).stream())
                                .toList());
        lines.add(table);
        boolean unsupported = table.rows().stream()
                .flatMap(row -> row.cells().stream())
                .anyMatch(cell -> cell.kind() == Cell.Kind.UNSUPPORTED || cell.kind() == Cell.Kind.REFUSED);
        if (unsupported) {
            lines.add("* unsupported: fewer than 10 independent episodes above it in at least one run");
        }
    }

    private List<Line> lines(CaseComparison one) {
        List<Line> lines = new ArrayList<>();
        String runs = one.attempts().runs().size() + " of " + comparison.repeats();
        lines.add(new Line(one.name(), runs, ComparisonText.lost(one), one, MatrixText::median));
        lines.add(line(one, "spread", compared -> ComparisonText.spread(compared.overRuns())));
        if (!one.name().equals(comparison.baseline())) {
            lines.add(line(one, "ratio", compared -> ComparisonText.ratio(compared.ratio())));
            lines.add(line(one, "95 %", compared -> ComparisonText.ratioRange(compared.ratio())));
            lines.add(line(one, "finds", compared -> ComparisonText.smallest(compared.ratio())));
        }
        return lines;
    }

    private static Line line(CaseComparison one, String what, Function<FigureComparison, String> text) {
        return new Line("", what, "", one, (figure, compared) -> Cell.number(text.apply(compared)));
    }

    /** A maximum is not marked: nothing lies beyond it. */
    private static Cell median(ComparedFigure figure, FigureComparison compared) {
        Cell median = MatrixTables.median(figure, compared.overRuns());
        return figure == ComparedFigure.MAX ? Cell.number(median.text()) : median;
    }

    private void notes() {
        for (CaseComparison one : comparison.cases()) {
            String why = ComparisonText.whyNotRun(one);
            if (!why.isEmpty()) {
                lines.add("%s: %s", one.name(), why);
            }
            if (one.absence().isEmpty() && !one.attempts().validity().keySet().equals(Set.of(Verdict.VALID))) {
                lines.add("%s: %s", one.name(), ComparisonText.runs(one, comparison.repeats()));
            }
            one.attempts()
                    .others()
                    .forEach(run -> lines.add(
                            "%s does not count: %s",
                            run.directory(), run.validity() == null ? run.why() : run.validity() + ", " + run.why()));
        }
    }

    private void effects() {
        for (AxisEffect effect : comparison.effects()) {
            lines.blank();
            lines.add("%s: response at the last client, %s over %s", effect.axis(), effect.to(), effect.from());
            List<AxisEffect.Pair> compared = effect.pairs().stream()
                    .filter(pair -> pair.absence().isEmpty())
                    .toList();
            if (!compared.isEmpty()) {
                lines.add(Columns.of("", MatrixText::name)
                        .addEach(
                                MatrixTables.FIGURES,
                                figure -> Column.of(figure.title(), ""),
                                (pair, figure) -> inOne(MatrixTables.ratio(pair, figure)))
                        .table("", "", "", compared));
            }
            effect.pairs().stream()
                    .filter(pair -> !pair.absence().isEmpty())
                    .forEach(pair -> lines.add("%s: %s", name(pair), pair.absence()));
            effect.pairs().stream()
                    .filter(pair -> !pair.machines().isEmpty())
                    .forEach(pair -> lines.add("%s: %s", name(pair), ComparisonText.machines(pair)));
            effect.pairs().stream()
                    .filter(pair -> !pair.plan().isEmpty())
                    .forEach(pair -> lines.add("%s: %s", name(pair), ComparisonText.plan(pair)));
        }
    }

    private static String name(AxisEffect.Pair pair) {
        return pair.from() + " to " + pair.to();
    }

    /** With its note behind it. */
    private static Cell inOne(Cell cell) {
        return cell.note().isEmpty() ? cell : Cell.number(cell.text() + " (" + cell.note() + ")");
    }

    private void annual() {
        List<String> rows = new ArrayList<>();
        for (CaseComparison one : comparison.cases()) {
            MatrixTables.FIGURES.stream()
                    .map(figure -> one.figure(TimePerYearTables.LATENCY, figure))
                    .filter(compared -> compared != null && compared.annual() != null)
                    .reduce((earlier, later) -> later)
                    .filter(last -> TimePerYearText.longEnough(
                            Objects.requireNonNull(last.annual()).share()))
                    .ifPresent(last -> rows.add(one.name() + ", last client: "
                            + TimePerYearText.of(Objects.requireNonNull(last.annual()))));
        }
        comparison.years().forEach(year -> rows.add(TimePerYearTables.sentence(year)));
        if (!rows.isEmpty()) {
            lines.blank();
            rows.forEach(row -> lines.add("%s", row));
        }
    }
}
