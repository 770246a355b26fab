package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.analysis.matrix.CaseComparison;
import org.ticktoquote.analysis.matrix.LimitOutcome;
import org.ticktoquote.analysis.matrix.LimitState;
import org.ticktoquote.analysis.matrix.MatrixComparison;
import org.ticktoquote.analysis.report.Table.Cell;
import org.ticktoquote.analysis.report.Table.Column;
import org.ticktoquote.analysis.report.Table.Row;

/** What the cases of a matrix are held to, and what became of it; it stands at the top of the page. */
final class MatrixLimits {
    private MatrixLimits() {}

    /** Without rows where no case is held to anything. */
    static Table of(MatrixComparison comparison) {
        List<Row> rows = new ArrayList<>();
        for (CaseComparison one : comparison.cases()) {
            for (LimitOutcome limit : one.limits()) {
                rows.add(row(one.name(), limit));
            }
        }
        return new Table(
                "limits",
                "Limits",
                "The median of the runs decides. Undecided: a run is missing, or the figure is unsupported.",
                "case",
                List.of(
                        new Column("outcome", ""),
                        new Column("figure", ""),
                        new Column("limit", ""),
                        new Column("why", "")),
                rows);
    }

    private static Row row(String caseName, LimitOutcome outcome) {
        String value = ComparisonText.limited(outcome);
        return Row.of(
                caseName + ": " + outcome.limit().words(),
                "",
                List.of(
                        Cell.text(outcome.state().word()),
                        Cell.number(value.isEmpty() ? LatencyText.NOTHING : value),
                        Cell.number(Figures.duration(outcome.limit().mostNs())),
                        Cell.text(outcome.why())));
    }

    /** A sentence with how many are kept and how many are not; empty where there are none. */
    static String conclusion(MatrixComparison comparison) {
        boolean none = comparison.cases().stream().allMatch(one -> one.limits().isEmpty());
        return none
                ? ""
                : Stream.of(LimitState.values())
                        .map(state -> comparison.limits(state) + " " + state.word())
                        .collect(Collectors.joining(", ", " Limits: ", "."));
    }
}
