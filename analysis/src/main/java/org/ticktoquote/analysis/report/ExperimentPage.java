package org.ticktoquote.analysis.report;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.List;
import org.ticktoquote.core.file.OutputFile;
import org.ticktoquote.report.PageText;
import org.ticktoquote.report.table.Table;

/**
 * The outcome of an experiment as a single HTML page of tables and plots that needs nothing else, not even scripts.
 *
 * <p>The same data give the same bytes. All text is escaped by the template.
 *
 * @param title of the page
 * @param subtitles under it, a line each
 * @param conclusion what it all means, in plain words; stands first
 * @param sections from top to bottom
 */
public record ExperimentPage(String title, List<String> subtitles, String conclusion, List<Section> sections) {
    public ExperimentPage {
        subtitles = List.copyOf(subtitles);
        sections = List.copyOf(sections);
    }

    /**
     * One experiment of several.
     *
     * @param title what was measured, with units
     * @param tables under it
     * @param lines under the tables
     * @param plots under those
     */
    public record Section(String title, List<Table> tables, List<String> lines, List<Plot> plots) {
        /** A table alone. */
        public static Section of(String title, Table table) {
            return new Section(title, List.of(table), List.of(), List.of());
        }

        public Section {
            tables = List.copyOf(tables);
            lines = List.copyOf(lines);
            plots = List.copyOf(plots);
        }
    }

    /** A drawing with a caption. */
    public sealed interface Plot permits Bars, Line, Picture {
        /** What it shows, with units. */
        String caption();
    }

    /**
     * Counts as horizontal bars, whose length is logarithmic, so that a single outlier is seen beside thousands.
     *
     * @param caption what is counted
     * @param bars from top to bottom
     */
    public record Bars(String caption, List<Bar> bars) implements Plot {
        public Bars {
            bars = List.copyOf(bars);
        }
    }

    /** One count; the label says of what. */
    public record Bar(String label, long count) {}

    /**
     * A value over time, or over anything else that ascends.
     *
     * @param caption what both axes are
     * @param points at least one, in ascending order of x
     */
    public record Line(String caption, List<Point> points) implements Plot {
        public Line {
            points = List.copyOf(points);
        }
    }

    /**
     * A drawing of its own kind, as wide as the page.
     *
     * @param svg an element, put into the page as it is: who makes it escapes the texts in it
     */
    public record Picture(String caption, String svg) implements Plot {}

    /** A value at a place. */
    public record Point(double x, double y) {}

    /** The page. */
    public String html() {
        StringOutput page = new StringOutput(1 << 16);
        TemplateEngine.createPrecompiled(
                        null,
                        ContentType.Html,
                        ExperimentPage.class.getClassLoader(),
                        ExperimentPage.class.getPackageName())
                .render("experiment.jte", this, page);
        return PageText.of(page.toString());
    }

    /** Writes the page whole or not at all. */
    public void write(OutputFile file) {
        file.write(html());
    }
}
