package org.ticktoquote.analysis.report;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.analysis.report.Table.Cell;
import org.ticktoquote.analysis.report.Table.Column;
import org.ticktoquote.analysis.report.Table.Row;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.validity.Excused;
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
                reasons(summary));
    }

    /** The rules behind it, worst first. */
    String rules() {
        return reasons.rows().stream().map(Row::title).distinct().collect(Collectors.joining(", "));
    }

    private static Table reasons(Summary summary) {
        List<Row> rows = Stream.concat(
                        summary.reasons().stream().map(VerdictMark::row),
                        summary.excused().stream().map(VerdictMark::row))
                .toList();
        List<Column> columns = List.of(
                new Column("leads to", ""),
                new Column("measured", ""),
                new Column("limit", ""),
                new Column("reason", ""));
        return new Table(
                "reasons",
                "Reasons for the verdict",
                "Worst first. " + meaning(summary.validity()),
                "rule",
                columns,
                rows);
    }

    private static Row row(Reason reason) {
        return row(
                reason.rule(),
                reason.verdict().name(),
                RuleText.value(reason.rule(), reason.value()),
                RuleText.limit(reason),
                reason.text());
    }

    private static Row row(Excused excused) {
        String value = RuleText.value(excused.rule(), excused.value());
        return row(excused.rule(), "UNKNOWN", value, "", excused.sentence());
    }

    private static Row row(String rule, String leadsTo, String measured, String limit, String text) {
        return Row.of(
                rule, "", List.of(Cell.word(leadsTo), Cell.number(measured), Cell.number(limit), Cell.text(text)));
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
