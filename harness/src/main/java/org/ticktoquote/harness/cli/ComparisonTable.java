package org.ticktoquote.harness.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.matrix.AxisEffect;
import org.ticktoquote.analysis.matrix.CaseComparison;
import org.ticktoquote.analysis.matrix.ComparedFigure;
import org.ticktoquote.analysis.matrix.FigureComparison;
import org.ticktoquote.analysis.matrix.LimitState;
import org.ticktoquote.analysis.matrix.MatrixComparison;
import org.ticktoquote.analysis.matrix.OverRuns;
import org.ticktoquote.analysis.matrix.Ratio;
import org.ticktoquote.analysis.report.ComparisonText;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.command.TextTable;

/** The comparison of a matrix as text for a terminal: the response of each case, and what a change on each axis does. */
public final class ComparisonTable {
    private static final String HEADLINE = ComparedFigure.LATENCIES.get(0);

    private final MatrixComparison comparison;
    private final TextLines lines = new TextLines();
    private boolean unsupported;

    private ComparisonTable(MatrixComparison comparison) {
        this.comparison = comparison;
    }

    /** The lines of the tables. */
    public static List<String> of(MatrixComparison comparison) {
        ComparisonTable table = new ComparisonTable(comparison);
        table.limits();
        table.cases();
        table.notes();
        table.effects();
        table.annual();
        return table.lines.all();
    }

    /** What the matrix is held to stands before what it measured. */
    private void limits() {
        List<String> words = new ArrayList<>();
        for (LimitState state : LimitState.values()) {
            words.add(comparison.limits(state) + " " + state.word());
        }
        if (comparison.cases().stream().allMatch(one -> one.limits().isEmpty())) {
            return;
        }
        lines.add("%s: limits: %s", comparison.name(), String.join(", ", words));
        for (CaseComparison one : comparison.cases()) {
            one.limits().forEach(limit -> lines.add("%s", ComparisonText.limit(one.name(), limit)));
        }
        lines.blank();
    }

    private void cases() {
        lines.add(
                "%s: response, median of the runs, their spread, and times the median of %s with what both spreads allow",
                comparison.name(), comparison.baseline());
        List<String> head = new ArrayList<>(List.of("", "runs", "lost"));
        figures().map(ComparedFigure::title).map(title -> title + " ").forEach(head::add);
        TextTable table = new TextTable(TextLines.LENGTH, head);
        for (CaseComparison one : comparison.cases()) {
            if (one.absence().isEmpty()) {
                table.row(row(
                        one.name(),
                        one.runs().size() + " of " + comparison.repeats(),
                        one,
                        this::median,
                        ComparisonText.lost(one)));
                table.row(row(
                        "", "spread", one, (figure, compared) -> ComparisonText.spread(compared.overRuns()) + " ", ""));
                if (!one.name().equals(comparison.baseline())) {
                    table.row(row(
                            "", "ratio", one, (figure, compared) -> ComparisonText.ratio(compared.ratio()) + " ", ""));
                    table.row(row(
                            "", "", one, (figure, compared) -> ComparisonText.ratioRange(compared.ratio()) + " ", ""));
                }
            }
        }
        lines.add(table);
    }

    private static Stream<ComparedFigure> figures() {
        return Arrays.stream(ComparedFigure.values());
    }

    /** What stands in a cell. */
    private interface Content {
        String of(ComparedFigure figure, FigureComparison compared);
    }

    private static List<String> row(String name, String what, CaseComparison one, Content content, String lost) {
        List<String> row = new ArrayList<>(List.of(name, what, lost));
        figures().forEach(figure -> {
            @Nullable FigureComparison compared = one.figure(HEADLINE, figure);
            row.add(compared == null ? "- " : content.of(figure, compared));
        });
        return row;
    }

    private String median(ComparedFigure figure, FigureComparison compared) {
        OverRuns runs = compared.overRuns();
        boolean thin = figure != ComparedFigure.MAX && !runs.supported();
        unsupported |= thin;
        return ComparisonText.median(runs) + (thin ? "*" : " ");
    }

    private void notes() {
        if (unsupported) {
            lines.add("* unsupported: in one run at least fewer than 10 episodes lie beyond it");
        }
        for (CaseComparison one : comparison.cases()) {
            String why = ComparisonText.whyNotRun(one);
            if (!why.isEmpty()) {
                lines.add("%s: %s", one.name(), why);
            }
            if (one.absence().isEmpty() && !one.validity().keySet().equals(Set.of(Verdict.VALID))) {
                lines.add("%s: %s", one.name(), ComparisonText.runs(one, comparison.repeats()));
            }
            one.others()
                    .forEach(run -> lines.add(
                            "%s does not count: %s",
                            run.directory(), run.validity() == null ? run.why() : run.validity() + ", " + run.why()));
        }
    }

    private void effects() {
        for (AxisEffect effect : comparison.effects()) {
            lines.blank();
            lines.add("%s: response at %s in times that at %s", effect.axis(), effect.to(), effect.from());
            List<String> head = new ArrayList<>();
            head.add("");
            figures().map(ComparedFigure::title).forEach(head::add);
            TextTable table = new TextTable(TextLines.LENGTH, head);
            List<String> absent = new ArrayList<>();
            for (AxisEffect.Pair pair : effect.pairs()) {
                String name = pair.from() + " to " + pair.to();
                if (pair.absence().isEmpty()) {
                    table.row(ratios(name, pair.latencies().getOrDefault(HEADLINE, Map.of())));
                } else {
                    absent.add(name + ": " + pair.absence());
                }
            }
            if (absent.size() < effect.pairs().size()) {
                lines.add(table);
            }
            absent.forEach(line -> lines.add("%s", line));
            effect.pairs().stream()
                    .filter(pair -> !pair.machines().isEmpty())
                    .forEach(pair -> lines.add("%s to %s: %s", pair.from(), pair.to(), ComparisonText.machines(pair)));
        }
    }

    private static List<String> ratios(String name, Map<String, Ratio> ratios) {
        List<String> row = new ArrayList<>();
        row.add(name);
        figures().map(figure -> ratios.get(figure.field())).forEach(ratio -> {
            String range = ComparisonText.ratioRange(ratio);
            row.add(ComparisonText.ratio(ratio) + (range.isEmpty() ? "" : " (" + range + ")"));
        });
        return row;
    }

    private void annual() {
        List<String> rows = new ArrayList<>();
        for (CaseComparison one : comparison.cases()) {
            figures()
                    .map(figure -> one.figure(HEADLINE, figure))
                    .filter(compared -> compared != null && compared.annual() != null)
                    .reduce((earlier, later) -> later)
                    .ifPresent(last -> rows.add(one.name() + ": response worse than "
                            + ComparisonText.median(last.overRuns()) + " for "
                            + ComparisonText.annual(Objects.requireNonNull(last.annual()))));
        }
        if (!rows.isEmpty()) {
            lines.blank();
            rows.forEach(row -> lines.add("%s", row));
        }
    }
}
