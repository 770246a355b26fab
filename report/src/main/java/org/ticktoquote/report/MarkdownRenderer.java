package org.ticktoquote.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Table;

/**
 * Formats a report as Markdown: its texts, commands, lists and tables. Omits all other blocks, folded sections and page-only
 * sections.
 */
final class MarkdownRenderer {
    private static final String SPECIAL = "([\\\\`*_{}\\[\\]()<>#+!|~&-])";

    private final List<String> lines = new ArrayList<>();

    String of(Report report) {
        String name = report.verdict().name();
        paragraph("## " + escaped(report.heading() + (name.isEmpty() ? "" : ": " + name)));
        report.subtitles().forEach(line -> paragraph(escaped(line)));
        report.verdict().content().forEach(this::block);
        report.sections().stream().filter(Section::textual).forEach(this::section);
        return String.join("\n", lines) + "\n";
    }

    private void section(Section section) {
        paragraph("### " + escaped(section.title()));
        section.content().forEach(this::block);
    }

    private void block(Block block) {
        if (block instanceof Block.Text text) {
            paragraph(escaped(text.text()));
        } else if (block instanceof Block.Command command) {
            paragraph("Next: " + escaped(command.text() + ": " + command.why() + "."));
        } else if (block instanceof Block.Items items && !items.texts().isEmpty()) {
            paragraph(items.texts().stream().map(text -> "- " + escaped(text)).collect(Collectors.joining("\n")));
        } else if (block instanceof Block.Tables tables) {
            tables.tables().forEach(this::table);
        } else if (block instanceof Section section && section.textual()) {
            section(section);
        }
    }

    private void paragraph(String text) {
        lines.add(text);
        lines.add("");
    }

    private void table(Table table) {
        if (!table.note().isEmpty()) {
            paragraph(escaped(table.note()));
        }
        lines.add(row(table.head(), table.columns().stream().map(MarkdownRenderer::title)));
        lines.add("|---|" + "---:|".repeat(table.columns().size()));
        for (Table.Row row : table.rows()) {
            lines.add(row(row.title(), row.cells().stream().map(MarkdownRenderer::text)));
        }
        lines.add("");
    }

    private static String title(Table.Column column) {
        return column.hint().isEmpty() ? column.title() : column.title() + ", " + column.hint();
    }

    private static String text(Cell cell) {
        return cell.note().isEmpty() ? cell.text() : cell.text() + " (" + cell.note() + ")";
    }

    private static String row(String title, Stream<String> cells) {
        return "| " + escaped(title) + " | "
                + cells.map(MarkdownRenderer::escaped).collect(Collectors.joining(" | ")) + " |";
    }

    private static String escaped(String text) {
        return text.replaceAll("\\p{Cntrl}+", " ").replaceAll(SPECIAL, "\\\\$1");
    }
}
