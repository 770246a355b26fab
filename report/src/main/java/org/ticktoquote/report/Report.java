package org.ticktoquote.report;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.TerminalText;
import org.ticktoquote.core.file.AtomicFile;
import org.ticktoquote.core.file.OutputFile;
import org.ticktoquote.core.file.ResourceText;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Table;
import org.ticktoquote.report.table.TextLines;
import org.ticktoquote.report.table.TextTable;

/**
 * Result of a command. Rendered as text, as Markdown, or as one HTML page that needs neither a network nor other files.
 *
 * <p>Rendering is deterministic. All text is escaped.
 *
 * @param title window title
 * @param kind CSS classes of the page
 * @param heading heading at the top
 * @param subtitles lines below the heading
 * @param sections sections from top to bottom
 */
public record Report(
        String title, String kind, String heading, List<String> subtitles, Verdict verdict, List<Section> sections) {
    private static final TemplateEngine TEMPLATES = TemplateEngine.createPrecompiled(
            null, ContentType.Html, Report.class.getClassLoader(), Report.class.getPackageName());
    private static final int USUAL_LENGTH = 1 << 18;
    private static final String PLOT = "/third-party/uplot-1.6.32/";
    private static final List<String> SHARED_SCRIPTS =
            List.of("units.js", "drawing.js", "panel.js", "cursor-plot.js", "percentile-axis.js");
    private static final Pattern MICROSECONDS = Pattern.compile("(?<=[0-9])([ \\u00a0])us\\b");

    /**
     * Conclusion, shown before all figures.
     *
     * @param name text of the badge. Can be empty
     * @param mark CSS class of badge and conclusion, such as {@code pass} or {@code failed}. Can be empty
     * @param watermark text across every printed page. Can be empty
     * @param content sentences
     */
    public record Verdict(String name, String mark, String watermark, List<? extends Block> content) {
        /** Creates a conclusion without a badge. */
        public static Verdict of(String sentence) {
            return new Verdict("", "", "", List.of(Block.Text.of(sentence)));
        }
    }

    /** Creates a report of the tables and plots of an experiment. */
    public static Report ofExperiment(String title, List<String> subtitles, String conclusion, List<Section> sections) {
        return new Report(title, "experiment", title, subtitles, Verdict.of(conclusion), sections);
    }

    /** Returns the distinct script files that the charts need. Empty for a page without charts. */
    List<String> scripts() {
        return sections.stream()
                .flatMap(Report::blocks)
                .map(Block::script)
                .filter(script -> !script.isEmpty())
                .map(script -> script + ".js")
                .distinct()
                .toList();
    }

    private static Stream<Block> blocks(Section section) {
        return section.content().stream()
                .flatMap(block -> block instanceof Section inner ? blocks(inner) : Stream.of(block));
    }

    /** Returns the style sheet of every page: uPlot's with its licence, and t2q's own. */
    static String style() {
        return licence() + resource(PLOT + "uPlot.min.css") + "\n" + resource("page.css");
    }

    /** Returns the script of the page, with uPlot and its licence, and only the charts that the page has. */
    String script() {
        String ours = Stream.of(SHARED_SCRIPTS, scripts(), List.of("page.js"))
                .flatMap(List::stream)
                .map(Report::resource)
                .collect(Collectors.joining());
        return licence() + resource(PLOT + "uPlot.iife.min.js") + "(() => {\n'use strict';\n" + ours + "})();\n";
    }

    private static String licence() {
        return "/* uPlot 1.6.32\n\n" + resource(PLOT + "LICENSE") + "\n*/\n";
    }

    private static String resource(String name) {
        return ResourceText.of(Report.class, name);
    }

    /** Returns the index of the first foldable section, or -1 if there is none or the page has no script. */
    int firstFold() {
        return scripts().isEmpty()
                ? -1
                : IntStream.range(0, sections.size())
                        .filter(i -> sections.get(i).folds())
                        .findFirst()
                        .orElse(-1);
    }

    /**
     * Returns the lines for a terminal: verdict, subtitles and textual sections, with their texts, commands, lists and
     * tables. Omits all other blocks, folded sections and page-only sections.
     */
    public List<String> lines() {
        TextLines lines = new TextLines();
        String lead = verdict.name().isEmpty() ? "" : verdict.name() + "  ";
        for (Block block : verdict.content()) {
            if (block instanceof Block.Text text) {
                lines.add("%s%s", lead, text.text());
                lead = "";
            } else {
                block(lines, block);
            }
        }
        subtitles.forEach(line -> lines.add("%s", line));
        sections.stream().filter(Section::textual).forEach(section -> section(lines, section));
        return lines.all();
    }

    private static void section(TextLines lines, Section section) {
        if (!lines.all().isEmpty()) {
            lines.blank();
        }
        if (section.form() != Section.Form.UNTITLED) {
            lines.add("%s", section.title());
        }
        section.content().forEach(block -> block(lines, block));
    }

    private static void block(TextLines lines, Block block) {
        if (block instanceof Block.Text text) {
            lines.add("%s", text.text());
        } else if (block instanceof Block.Command command) {
            lines.add("next: %s  # %s", command.text(), command.why());
        } else if (block instanceof Block.Items items) {
            items.texts().forEach(text -> lines.add("- %s", text));
        } else if (block instanceof Block.Tables tables) {
            tables.tables().forEach(table -> table(lines, table));
        } else if (block instanceof Section section && section.textual()) {
            section(lines, section);
        }
    }

    private static void table(TextLines lines, Table table) {
        if (!table.caption().isEmpty()) {
            lines.add("%s", table.caption());
        }
        if (!table.note().isEmpty()) {
            lines.add("%s", table.note());
        }
        lines.addAll(TextTable.wrapped(table, TextLines.LENGTH));
    }

    /** Returns the report as Markdown for the page of a build or a merge request. Escapes all text. */
    public String markdown() {
        return new MarkdownRenderer().of(this);
    }

    /**
     * Returns the page. Prints microseconds as {@code 45.0 µs}. Terminals and machine-readable files use {@code us}.
     * Escapes control and format characters, which only come from external text.
     */
    public String html() {
        StringOutput page = new StringOutput(USUAL_LENGTH);
        TEMPLATES.render("page.jte", this, page);
        return MICROSECONDS.matcher(TerminalText.visible(page.toString())).replaceAll("$1µs");
    }

    /** Writes the page atomically. */
    public void write(Path file) {
        FileAccess.write(file, () -> AtomicFile.write(file, html()));
    }

    /** Writes the page atomically. */
    public void write(OutputFile file) {
        file.write(html());
    }

    /**
     * Formats a report as Markdown: its texts, commands, lists and tables. Omits all other blocks, folded sections and page-only
     * sections.
     */
    private static final class MarkdownRenderer {
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
                paragraph(
                        items.texts().stream().map(text -> "- " + escaped(text)).collect(Collectors.joining("\n")));
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
            if (!table.caption().isEmpty()) {
                paragraph("**" + escaped(table.caption()) + "**");
            }
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
            return TerminalText.visible(text.replaceAll("\\p{Cntrl}+", " ")).replaceAll(SPECIAL, "\\\\$1");
        }
    }
}
