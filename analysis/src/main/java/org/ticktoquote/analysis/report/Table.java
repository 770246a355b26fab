package org.ticktoquote.analysis.report;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table of the page: one row header and one cell for every column.
 *
 * @param id of the element
 * @param caption what it shows
 * @param note population and rules, under the caption; may be empty
 * @param head the title of the row headers
 * @param columns from left to right
 * @param rows from top to bottom
 */
record Table(String id, String caption, String note, String head, List<Column> columns, List<Row> rows) {

    /** A column; the hint says unit or meaning and may be empty. */
    record Column(String title, String hint) {}

    /** A row; the hint says meaning or population and may be empty. */
    record Row(String title, String hint, boolean total, List<Cell> cells) {
        static Row of(String title, String hint, List<Cell> cells) {
            return new Row(title, hint, false, cells);
        }
    }

    /**
     * A figure or a text.
     *
     * @param text with its unit
     * @param note under it; may be empty
     * @param kind {@code number}, {@code text}, {@code refused} or {@code unsupported}
     * @param ns exactly, where the cell is one duration
     */
    record Cell(
            String text, String note, String kind, @Nullable Long ns) {
        static final Cell NONE = new Cell("none", "", "none", null);

        static Cell text(String text) {
            return new Cell(text, "", "text", null);
        }

        static Cell number(String text) {
            return new Cell(text, "", "number", null);
        }

        static Cell count(long count) {
            return number(Figures.count(count));
        }

        static Cell duration(long ns) {
            return new Cell(Figures.duration(ns), "", "number", ns);
        }
    }
}
