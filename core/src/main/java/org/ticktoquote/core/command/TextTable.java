package org.ticktoquote.core.command;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A table for a terminal: columns are as wide as their widest cell and closer together where that helps; those that do not
 * fit the line follow below, with the titles of the rows again. A row may have a text instead of figures.
 */
public final class TextTable {
    private static final String WIDE = "  ";
    private static final String NARROW = " ";

    private final int lineLength;
    private final List<List<String>> rows = new ArrayList<>();

    /** With titles of the columns; the first one stands above the titles of the rows. */
    public TextTable(int lineLength, List<String> head) {
        this.lineLength = lineLength;
        rows.add(List.copyOf(head));
    }

    /** However long its lines become. */
    public TextTable(String... head) {
        this(Integer.MAX_VALUE, List.of(head));
    }

    /** A row that has a text instead of figures. */
    public void remark(String title, String text) {
        rows.add(List.of(title, text));
    }

    /** The titles of the columns. */
    public List<String> heads() {
        return rows.get(0);
    }

    /** The rows below them; one with a text instead of figures has two cells. */
    public List<List<String>> rows() {
        return List.copyOf(rows.subList(1, rows.size()));
    }

    /** A row, its title first. */
    public void row(List<String> cells) {
        if (cells.size() != rows.get(0).size()) {
            throw new IllegalArgumentException(
                    cells.size() + " cells for " + rows.get(0).size() + " columns");
        }
        rows.add(List.copyOf(cells));
    }

    /** The table, line by line. */
    public List<String> lines() {
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
        if (remark(row)) {
            return line.append(gap).append(row.get(1)).toString().stripTrailing();
        }
        for (int column = from; column < to; column++) {
            String cell = row.get(column);
            line.append(gap).append(" ".repeat(width(column) - cell.length())).append(cell);
        }
        return line.toString().stripTrailing();
    }

    private int width(int column) {
        return rows.stream()
                .filter(row -> column == 0 || !remark(row))
                .mapToInt(row -> row.get(column).length())
                .max()
                .orElse(0);
    }

    private boolean remark(List<String> row) {
        return row.size() < heads().size();
    }
}
