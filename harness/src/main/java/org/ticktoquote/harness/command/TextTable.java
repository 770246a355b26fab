package org.ticktoquote.harness.command;

import java.util.ArrayList;
import java.util.List;

/**
 * A table for a terminal: columns are as wide as their widest cell, and those that do not fit the line follow below, with
 * the titles of the rows again.
 */
final class TextTable {
    private static final String GAP = "  ";

    private final int lineLength;
    private final List<List<String>> rows = new ArrayList<>();

    /** With titles of the columns; the first one stands above the titles of the rows. */
    TextTable(int lineLength, List<String> head) {
        this.lineLength = lineLength;
        rows.add(List.copyOf(head));
    }

    /** A row, its title first. */
    void row(List<String> cells) {
        if (cells.size() != rows.get(0).size()) {
            throw new IllegalArgumentException(cells.size() + " cells for " + rows.get(0).size() + " columns");
        }
        rows.add(List.copyOf(cells));
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        int columns = rows.get(0).size();
        int from = 1;
        while (from < columns) {
            int to = from + 1;
            int length = width(0) + GAP.length() + width(from);
            while (to < columns && length + GAP.length() + width(to) <= lineLength) {
                length += GAP.length() + width(to++);
            }
            for (List<String> row : rows) {
                lines.add(line(row, from, to));
            }
            from = to;
        }
        return lines;
    }

    private String line(List<String> row, int from, int to) {
        StringBuilder line = new StringBuilder(row.get(0)).append(" ".repeat(width(0) - row.get(0).length()));
        for (int column = from; column < to; column++) {
            String cell = row.get(column);
            line.append(GAP).append(" ".repeat(width(column) - cell.length())).append(cell);
        }
        return line.toString().stripTrailing();
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }
}
