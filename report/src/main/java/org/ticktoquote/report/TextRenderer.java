package org.ticktoquote.report;

import java.util.List;
import org.ticktoquote.report.table.Table;
import org.ticktoquote.report.table.TextLines;
import org.ticktoquote.report.table.TextTable;

/**
 * Formats a report for a terminal: its texts, commands, lists and tables. Omits all other blocks, folded sections and
 * page-only sections.
 */
final class TextRenderer {
    private final Report report;
    private final TextLines lines = new TextLines();

    TextRenderer(Report report) {
        this.report = report;
    }

    List<String> lines() {
        String name = report.verdict().name();
        String lead = name.isEmpty() ? "" : name + "  ";
        for (Block block : report.verdict().content()) {
            if (block instanceof Block.Text text) {
                lines.add("%s%s", lead, text.text());
                lead = "";
            } else {
                block(block);
            }
        }
        report.subtitles().forEach(line -> lines.add("%s", line));
        report.sections().stream().filter(Section::textual).forEach(this::section);
        return lines.all();
    }

    private void section(Section section) {
        if (!lines.all().isEmpty()) {
            lines.blank();
        }
        if (section.form() != Section.Form.UNTITLED) {
            lines.add("%s", section.title());
        }
        section.content().forEach(this::block);
    }

    private void block(Block block) {
        if (block instanceof Block.Text text) {
            lines.add("%s", text.text());
        } else if (block instanceof Block.Command command) {
            lines.add("next: %s  # %s", command.text(), command.why());
        } else if (block instanceof Block.Items items) {
            items.texts().forEach(text -> lines.add("- %s", text));
        } else if (block instanceof Block.Tables tables) {
            tables.tables().forEach(this::table);
        } else if (block instanceof Section section && section.textual()) {
            section(section);
        }
    }

    private void table(Table table) {
        if (!table.caption().isEmpty()) {
            lines.add("%s", table.caption());
        }
        if (!table.note().isEmpty()) {
            lines.add("%s", table.note());
        }
        lines.addAll(TextTable.wrapped(table, TextLines.LENGTH));
    }
}
