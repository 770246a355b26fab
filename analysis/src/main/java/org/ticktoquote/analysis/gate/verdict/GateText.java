package org.ticktoquote.analysis.gate.verdict;

import java.util.List;
import org.ticktoquote.report.table.TextLines;

/** Formats a verdict for a terminal. */
public final class GateText {
    private GateText() {}

    public static List<String> of(GateReport report) {
        TextLines lines = new TextLines();
        GateWords words = new GateWords(report);
        lines.add("%s  %s", report.verdict(), words.sentence());
        words.outlook().forEach(line -> lines.add("%s", line));
        words.marks().forEach(mark -> lines.add("%s", mark));
        report.decision().reasons().forEach(reason -> lines.add("- %s", reason));
        lines.blank();
        if (!report.statistics().isEmpty()) {
            lines.add(words.statistics(report.statistics()));
            lines.blank();
        }
        lines.add("%s", GateWords.runs("baseline", report.baseline()));
        lines.add("%s", GateWords.runs("candidate", report.candidate()));
        report.sides().forEach(side -> GateWords.unused(side).forEach(line -> lines.add("%s", line)));
        lines.blank();
        words.history().forEach(line -> lines.add("%s", line));
        words.golden().forEach(line -> lines.add("%s", line));
        words.ledger().forEach(line -> lines.add("%s", line));
        words.entries().forEach(line -> lines.add("  %s", line));
        return lines.all();
    }
}
