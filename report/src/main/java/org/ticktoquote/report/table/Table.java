package org.ticktoquote.report.table;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A table for a terminal and for a page: one row header and one cell for every column.
 *
 * @param id of the element of the page; empty where nothing leads to it
 * @param caption what it shows; empty where a title stands above it already
 * @param note population and rules, under the caption; may be empty
 * @param head the title of the row headers
 * @param columns from left to right
 * @param rows from top to bottom
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

    /** Without id, caption and note: it stands under a title. */
    public static Table of(String head, List<Column> columns, List<Row> rows) {
        return new Table("", "", "", head, columns, rows);
    }

    /** Whether a column holds texts, to be read from the left and broken where they are long, and not figures. */
    public boolean texts(int column) {
        return rows.stream()
                .filter(row -> row.kind() != Row.Kind.REMARK)
                .anyMatch(row -> row.cells().get(column).kind() == Cell.Kind.TEXT);
    }

    /**
     * A column.
     *
     * @param title of the page
     * @param hint unit or meaning, under the title on the page; may be empty
     * @param terminal the title on a terminal; null where the column stands on the page only
     * @param marked whether a terminal marks unsupported figures in it
     */
    public record Column(
            String title, String hint, @Nullable String terminal, boolean marked) {
        public static Column of(String title, String hint) {
            return new Column(title, hint, title, false);
        }

        /** Without hints. */
        public static List<Column> all(String... titles) {
            return Arrays.stream(titles).map(title -> of(title, "")).toList();
        }
    }

    /**
     * A row.
     *
     * @param hint meaning or population, under the title on the page; may be empty
     * @param cells one for every column; of a remark a single one that takes the place of all
     * @param link of the title on a page, relative; may be empty
     */
    public record Row(String title, String hint, Kind kind, List<Cell> cells, String link) {
        /** What a row is to the others. */
        public enum Kind {
            PLAIN,
            /** The sum of the others. */
            TOTAL,
            /** A part of the row above it. */
            PART,
            REMARK
        }

        public Row {
            cells = List.copyOf(cells);
        }

        public static Row of(String title, String hint, List<Cell> cells) {
            return new Row(title, hint, Kind.PLAIN, cells, "");
        }

        /** Of figures that are written already. */
        public static Row numbers(String title, String... cells) {
            return of(title, "", Stream.of(cells).map(Cell::number).toList());
        }

        /** A text instead of figures. */
        public static Row remark(String title, String text) {
            return new Row(title, "", Kind.REMARK, List.of(Cell.text(text)), "");
        }

        /** The same as a sum or a part. */
        public Row as(Kind other) {
            return new Row(title, hint, other, cells, link);
        }

        /** The same with a link. */
        public Row linked(String target) {
            return new Row(title, hint, kind, cells, target);
        }
    }
}
