package org.ticktoquote.analysis.report;

import java.util.List;
import java.util.stream.Collectors;
import org.ticktoquote.analysis.report.Table.Cell;
import org.ticktoquote.analysis.report.Table.Column;
import org.ticktoquote.analysis.report.Table.Row;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.analysis.validity.Verdict;

/**
 * What the page says about the worth of its figures.
 *
 * @param name of the verdict
 * @param style class of the badge
 * @param sentence what can be trusted and what cannot
 * @param watermark stands across every chart and printed page; empty unless FAILED or VOID
 * @param reasons every one
 */
record VerdictMark(String name, String style, String sentence, String watermark, Table reasons) {
    static VerdictMark of(Summary summary) {
        Verdict verdict = summary.validity();
        return new VerdictMark(
                verdict.name(),
                switch (verdict) {
                    case VALID -> "valid";
                    case DEGRADED -> "degraded";
                    case FAILED -> "failed";
                    case VOID -> "void";
                },
                Trust.sentence(summary),
                switch (verdict) {
                    case VALID, DEGRADED -> "";
                    case FAILED -> "FAILED";
                    case VOID -> "VOID: diagnostics only";
                },
                reasons(verdict, summary.reasons()));
    }

    /** The rules behind it, worst first. */
    String rules() {
        return reasons.rows().stream().map(Row::title).distinct().collect(Collectors.joining(", "));
    }

    private static Table reasons(Verdict verdict, List<Reason> reasons) {
        List<Row> rows = reasons.stream()
                .map(reason -> Row.of(
                        reason.rule(),
                        "",
                        List.of(
                                Cell.word(reason.verdict().name()),
                                Cell.number(RuleText.value(reason.rule(), reason.value())),
                                Cell.number(RuleText.limit(reason)),
                                Cell.text(reason.text()))))
                .toList();
        List<Column> columns = List.of(
                new Column("leads to", ""),
                new Column("measured", ""),
                new Column("limit", ""),
                new Column("reason", ""));
        return new Table(
                "reasons", "Reasons for the verdict", "Worst first. " + meaning(verdict), "rule", columns, rows);
    }

    private static String meaning(Verdict verdict) {
        return switch (verdict) {
            case VALID -> "";
            case DEGRADED -> "DEGRADED: a limit of the host or the harness was touched, but bounds hold.";
            case FAILED -> "FAILED: the application did it. The figures count in every comparison.";
            case VOID -> "VOID: harness, capture, network, host or input disturbed the run. Never compare its figures.";
        };
    }
}
