package org.ticktoquote.report.table;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A table for a terminal and for a page, with one row header and one cell for every column.
 *
 * @param id element id on the page, empty if it is not the target of a link
 * @param caption table caption, empty if it follows a title
 * @param note population and rules, below the caption. Can be empty
 * @param head title of the row headers
 * @param columns columns from left to right
 * @param rows rows from top to bottom
 */
public record Table(String id, String caption, String note, String head, List<Column> columns, List<Row> rows) {
    public Table {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
        int width = columns.size();
        if (rows.stream().anyMatch(row -> row.cells().size() != width && row.kind() != Row.Kind.REMARK)) {
            throw new IllegalArgumentException("a row of '" + caption + "' has not " + width + " cells");
        }
    }

    /** Creates a table without id, caption and note, to follow a title. */
    public static Table of(String head, List<Column> columns, List<Row> rows) {
        return new Table("", "", "", head, columns, rows);
    }

    /** Returns a copy without head, caption, notes, and the rows' hints and links, for a result that must be short. */
    public Table brief() {
        return of("", columns, rows.stream().map(Row::brief).toList());
    }

    /** Returns whether a column contains a text. Such a column is left-aligned, and its texts can be wrapped. */
    public boolean texts(int column) {
        return rows.stream()
                .filter(row -> row.kind() != Row.Kind.REMARK)
                .anyMatch(row -> row.cells().get(column).kind() == Cell.Kind.TEXT);
    }

    /**
     * A column.
     *
     * @param title column title on a page
     * @param hint unit or meaning, below the title on a page. Can be empty
     * @param terminal title on a terminal, or null if only pages show the column
     * @param marked whether a terminal marks its unsupported and refused figures with an asterisk
     */
    public record Column(
            String title, String hint, @Nullable String terminal, boolean marked) {
        public static Column of(String title, String hint) {
            return new Column(title, hint, title, false);
        }

        public static List<Column> all(String... titles) {
            return Arrays.stream(titles).map(title -> of(title, "")).toList();
        }
    }

    /**
     * A row.
     *
     * @param hint meaning or population, below the title on a page. Can be empty
     * @param cells one for every column, or a single cell for a remark
     * @param link relative link of the title on a page. Can be empty
     */
    public record Row(String title, String hint, Kind kind, List<Cell> cells, String link) {
        /** Relation of a row to the others. */
        public enum Kind {
            PLAIN,
            /** Sum of the other rows. */
            TOTAL,
            /** Part of the row above it. */
            PART,
            REMARK
        }

        public Row {
            cells = List.copyOf(cells);
        }

        public static Row of(String title, String hint, List<Cell> cells) {
            return new Row(title, hint, Kind.PLAIN, cells, "");
        }

        /** Creates a row of formatted figures. */
        public static Row numbers(String title, String... cells) {
            return of(title, "", Stream.of(cells).map(Cell::number).toList());
        }

        /** Creates a row with a text instead of figures. */
        public static Row remark(String title, String text) {
            return new Row(title, "", Kind.REMARK, List.of(Cell.text(text)), "");
        }

        private Row brief() {
            return new Row(
                    title,
                    "",
                    kind,
                    cells.stream().map(cell -> cell.withNote("")).toList(),
                    "");
        }

        public Row as(Kind other) {
            return new Row(title, hint, other, cells, link);
        }

        public Row linked(String target) {
            return new Row(title, hint, kind, cells, target);
        }
    }
}
