package org.ticktoquote.host.clocks;

import java.util.ArrayList;
import java.util.List;

/** Rows of cells as aligned lines: the first column to the left, figures to the right. */
final class TextTable {
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();
    private final int columns;

    TextTable(String... heads) {
        columns = heads.length;
        rows.add(List.of(heads));
    }

    /** Adds a row with a cell for every column. */
    void row(List<String> cells) {
        if (cells.size() != columns) {
            throw new IllegalArgumentException(cells.size() + " cells for " + columns + " columns: " + cells);
        }
        rows.add(List.copyOf(cells));
    }

    /** Adds a row that has a text instead of figures. */
    void remark(String head, String text) {
        rows.add(List.of(head, text));
    }

    /** The titles of the columns. */
    List<String> heads() {
        return rows.get(0);
    }

    /** The rows below them; one with a text instead of figures has two cells. */
    List<List<String>> rows() {
        return List.copyOf(rows.subList(1, rows.size()));
    }

    List<String> lines() {
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            int figures = row.size() == columns ? columns : 1;
            for (int i = 0; i < figures; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder(row.get(0))
                .append(" ".repeat(widths[0] - row.get(0).length()));
        if (row.size() < columns) {
            return line.append(GAP).append(row.get(1)).toString().stripTrailing();
        }
        for (int i = 1; i < columns; i++) {
            line.append(GAP).append(" ".repeat(widths[i] - row.get(i).length())).append(row.get(i));
        }
        return line.toString().stripTrailing();
    }
}
