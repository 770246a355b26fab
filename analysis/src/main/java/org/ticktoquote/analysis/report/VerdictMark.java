package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.validity.ExcusedCharge;
import org.ticktoquote.analysis.validity.Limits;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.report.Block;
import org.ticktoquote.report.Report;
import org.ticktoquote.report.Section;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Columns;
import org.ticktoquote.report.table.Table;

/** Verdict on a run with its reasons. */
final class VerdictMark {
    private static final String UNKNOWN = "UNKNOWN";

    private final Summary summary;
    private final Verdict verdict;
    private final List<Why> reasons;

    VerdictMark(Summary summary) {
        this.summary = summary;
        this.verdict = summary.findings().validity();
        this.reasons = Stream.concat(
                        summary.findings().reasons().stream().map(Why::of),
                        summary.findings().excused().stream().map(Why::of))
                .toList();
    }

    /** Reason for the verdict, or an excused charge. */
    private record Why(String rule, String leadsTo, String measured, String limit, String text, String sentence) {
        static Why of(Reason reason) {
            return new Why(
                    reason.rule(),
                    reason.verdict().name(),
                    Limits.text(reason.rule(), reason.value()),
                    reason.limitText(),
                    reason.text(),
                    reason.sentence());
        }

        static Why of(ExcusedCharge excused) {
            String value = Limits.text(excused.rule(), excused.value());
            return new Why(excused.rule(), UNKNOWN, value, "", excused.sentence(), excused.sentence());
        }
    }

    /** Returns the name of the verdict. */
    String name() {
        return verdict.name();
    }

    /** Returns the verdict for the page. */
    Report.Verdict verdict(NextStep next) {
        return new Report.Verdict(
                verdict.name(), verdict.name().toLowerCase(Locale.ROOT), watermark(), conclusion(next));
    }

    /** Returns the sentences, and the command to run next. */
    List<Block> conclusion(NextStep next) {
        List<Block> content = new ArrayList<>();
        sentences().forEach(sentence -> content.add(Block.Text.of(sentence)));
        content.add(new Block.Command(next.command(), next.why()));
        return content;
    }

    /** Returns sentences on the figures that can be quoted, and on the limit to them. */
    private List<String> sentences() {
        QuotablePercentiles trust = QuotablePercentiles.of(summary);
        return Stream.of(trust.quotable(), trust.limit())
                .filter(sentence -> !sentence.isEmpty())
                .toList();
    }

    private String watermark() {
        return switch (verdict) {
            case VALID, DEGRADED -> "";
            case FAILED -> "FAILED";
            case VOID -> "VOID: diagnostics only";
        };
    }

    Optional<Section> section() {
        Table table = Columns.of("rule", Why::rule)
                .add("leads to", why -> Cell.word(why.leadsTo))
                .add("measured", why -> Cell.number(why.measured))
                .add("limit", why -> Cell.number(why.limit))
                .add("reason", why -> Cell.text(why.text))
                .table("reasons", "Reasons for the verdict", "Worst first. " + meaning(), reasons);
        String rules = reasons.stream().map(Why::rule).distinct().collect(Collectors.joining(", "));
        return reasons.isEmpty()
                ? Optional.empty()
                : Optional.of(new Section(
                        "why", "Why " + name(), rules, Section.Form.UNFOLDED, List.of(Block.Tables.of(table))));
    }

    private String meaning() {
        return switch (verdict) {
            case VALID -> "";
            case DEGRADED -> "DEGRADED: a limit was exceeded, but none that makes the run FAILED or VOID.";
            case FAILED ->
                (summary.findings().mismatch().isPresent()
                                ? "FAILED: caused by the application, or its declaration is wrong."
                                : "FAILED: caused by the application.")
                        + " The figures count in every comparison.";
            case VOID ->
                "VOID: harness, capture, network, host or input disturbed the run. Do not compare its figures.";
        };
    }

    /** Returns the reasons for a terminal, one per line. */
    List<Block> lines() {
        return reasons.stream()
                .<Block>map(why -> Block.Text.formatted("%-8s %s: %s", why.leadsTo, why.rule, why.sentence))
                .toList();
    }
}
