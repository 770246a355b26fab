package org.ticktoquote.harness.command;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A table for a terminal: columns are as wide as their widest cell and closer together where that helps; those that do not
 * fit the line follow below, with the titles of the rows again.
 */
final class TextTable {
    private static final String WIDE = "  ";
    private static final String NARROW = " ";

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
            throw new IllegalArgumentException(
                    cells.size() + " cells for " + rows.get(0).size() + " columns");
        }
        rows.add(List.copyOf(cells));
    }

    List<String> lines() {
        int columns = rows.get(0).size();
        String gap = length(1, columns, WIDE) <= lineLength ? WIDE : NARROW;
        List<String> lines = new ArrayList<>();
        for (int from = 1; from < columns; ) {
            int to = from + 1;
            while (to < columns && length(from, to + 1, gap) <= lineLength) {
                to++;
            }
            for (List<String> row : rows) {
                lines.add(line(row, from, to, gap));
            }
            from = to;
        }
        return lines;
    }

    /** Of a line with the columns from one up to another, behind the titles of the rows. */
    private int length(int from, int to, String gap) {
        return width(0)
                + IntStream.range(from, to)
                        .map(column -> gap.length() + width(column))
                        .sum();
    }

    private String line(List<String> row, int from, int to, String gap) {
        StringBuilder line = new StringBuilder(row.get(0))
                .append(" ".repeat(width(0) - row.get(0).length()));
        for (int column = from; column < to; column++) {
            String cell = row.get(column);
            line.append(gap).append(" ".repeat(width(column) - cell.length())).append(cell);
        }
        return line.toString().stripTrailing();
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }
}
