package org.ticktoquote.report;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.TerminalText;
import org.ticktoquote.core.file.AtomicFile;
import org.ticktoquote.core.file.OutputFile;

/**
 * The result of a command as a value, rendered as one HTML page that needs nothing else: no network and no neighbour files.
 *
 * <p>The same report gives the same bytes. All text is escaped.
 *
 * @param title of the window
 * @param kind classes of the page, by which the style sheet knows it
 * @param heading above all
 * @param subtitles under the heading, a line each
 * @param sections from top to bottom
 */
public record Report(
        String title, String kind, String heading, List<String> subtitles, Verdict verdict, List<Section> sections) {
    private static final TemplateEngine TEMPLATES = TemplateEngine.createPrecompiled(
            null, ContentType.Html, Report.class.getClassLoader(), Report.class.getPackageName());
    private static final int USUAL_LENGTH = 1 << 18;
    private static final Pattern MICROSECONDS = Pattern.compile("(?<=[0-9])([ \\u00a0])us\\b");

    /**
     * The conclusion, above all figures.
     *
     * @param name in the badge; may be empty
     * @param mark class of badge and conclusion, such as {@code pass} or {@code failed}; may be empty
     * @param watermark across every printed page; may be empty
     * @param content sentences
     */
    public record Verdict(String name, String mark, String watermark, List<? extends Block> content) {
        /** A conclusion without a badge. */
        public static Verdict of(String sentence) {
            return new Verdict("", "", "", List.of(Block.Text.of(sentence)));
        }
    }

    /** A report of the tables and plots of an experiment. */
    public static Report ofExperiment(String title, List<String> subtitles, String conclusion, List<Section> sections) {
        return new Report(title, "experiment", title, subtitles, Verdict.of(conclusion), sections);
    }

    /** The scripts of the charts in it, each once; a page without charts has no script. */
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

    /** Place of the first section that folds; negative where none does, or no script could fold it. */
    int firstFold() {
        return scripts().isEmpty()
                ? -1
                : IntStream.range(0, sections.size())
                        .filter(i -> sections.get(i).folds())
                        .findFirst()
                        .orElse(-1);
    }

    /** Returns the lines for a terminal: verdict, subtitles, and the sections that are more than drawings. */
    public List<String> lines() {
        return new TextRenderer(this).lines();
    }

    /** Returns the same as Markdown for the page of a build or a merge request. Escapes all text. */
    public String markdown() {
        return new MarkdownRenderer().of(this);
    }

    /**
     * Returns the page. Microseconds get their sign, {@code 45.0 µs}; terminals and files that programs read have {@code us}.
     * Control and format characters, which only text from outside brings, are shown by their number.
     */
    public String html() {
        StringOutput page = new StringOutput(USUAL_LENGTH);
        TEMPLATES.render("page.jte", this, page);
        return MICROSECONDS.matcher(TerminalText.visible(page.toString())).replaceAll("$1µs");
    }

    /** Writes the page whole or not at all. */
    public void write(Path file) {
        FileAccess.write(file, () -> AtomicFile.write(file, html()));
    }

    /** Writes the page whole or not at all. */
    public void write(OutputFile file) {
        file.write(html());
    }
}
