package org.ticktoquote.analysis.gate.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Table;

/** Formats a verdict for the page of a build or a merge request, {@code gate.md}. Escapes foreign text. */
final class GateMarkdown {
    private static final String SPECIAL = "([\\\\`*_{}\\[\\]()<>#+!|~&-])";

    private final List<String> lines = new ArrayList<>();

    private GateMarkdown() {}

    /** Returns the complete file. */
    static String of(GateReport report) {
        GateMarkdown page = new GateMarkdown();
        page.write(report);
        return String.join("\n", page.lines) + "\n";
    }

    private void write(GateReport report) {
        GateWords words = new GateWords(report);
        lines.add("## Gate: " + report.verdict());
        lines.add("");
        lines.add(escaped(words.sentence()));
        lines.add("");
        list(words.outlook());
        list(words.marks());
        list(report.decision().reasons());
        if (!report.statistics().isEmpty()) {
            table(words.statistics(report.statistics()));
        }
        list(List.of(GateWords.runs("baseline", report.baseline()), GateWords.runs("candidate", report.candidate())));
        report.sides().forEach(side -> list(GateWords.unused(side)));
        list(words.history());
        list(words.golden());
        list(words.ledger());
        list(words.entries());
    }

    private void list(List<String> texts) {
        texts.forEach(text -> lines.add("- " + escaped(text)));
        if (!texts.isEmpty()) {
            lines.add("");
        }
    }

    private void table(Table table) {
        lines.add("| | " + table.columns().stream().map(Table.Column::title).collect(Collectors.joining(" | ")) + " |");
        lines.add("|---|" + "---:|".repeat(table.columns().size()));
        for (Table.Row row : table.rows()) {
            lines.add("| " + escaped(row.title()) + " | "
                    + row.cells().stream()
                            .map(Cell::text)
                            .map(GateMarkdown::escaped)
                            .collect(Collectors.joining(" | "))
                    + " |");
        }
        lines.add("");
    }

    private static String escaped(String text) {
        return text.replaceAll("\\p{Cntrl}+", " ").replaceAll(SPECIAL, "\\\\$1");
    }
}
