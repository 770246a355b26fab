package org.ticktoquote.report.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ticktoquote.report.table.Table.Column;
import org.ticktoquote.report.table.Table.Row;

/**
 * Formats a table as text. Columns are as wide as their widest cell, with narrower gaps if the table is too wide. Columns
 * that do not fit on the line follow below, with the row titles repeated. Texts are left-aligned, figures right-aligned.
 */
public final class TextTable {
    private static final String WIDE = "  ";
    private static final String NARROW = " ";
    private static final String PART = "  ";
    private static final String NOTHING = "-";
    private static final int MAX_TEXT = 64;

    private final int lineLength;
    private final List<Boolean> texts;
    private final List<Line> rows = new ArrayList<>();

    /** Row title and one text per cell, or a single text in place of all cells. */
    private record Line(List<String> cells, boolean remark) {
        boolean isBlank(int from, int to) {
            return cells.get(0).isEmpty() && cells.subList(from, to).stream().allMatch(String::isBlank);
        }
    }

    private TextTable(int lineLength, List<Boolean> texts) {
        this.lineLength = lineLength;
        this.texts = texts;
    }

    /**
     * Formats the row titles and the columns that terminals show. Wraps long texts. The note of a cell is below it, with one
     * line for each part between semicolons.
     */
    public static List<String> wrapped(Table table, int lineLength) {
        return lines(table, lineLength, true);
    }

    /** Formats the row titles and the columns that terminals show, in lines of any length. */
    public static List<String> lines(Table table) {
        return lines(table, Integer.MAX_VALUE, false);
    }

    private static List<String> lines(Table table, int lineLength, boolean wrapped) {
        List<Column> columns = table.columns();
        int[] shown = IntStream.range(0, columns.size())
                .filter(column -> columns.get(column).terminal() != null)
                .toArray();
        TextTable text = new TextTable(
                lineLength, IntStream.of(shown).mapToObj(table::texts).toList());
        text.add(table.head(), IntStream.of(shown).mapToObj(column -> title(columns.get(column))), false);
        List<Column> shownColumns = IntStream.of(shown).mapToObj(columns::get).toList();
        for (Row row : table.rows()) {
            boolean remark = row.kind() == Row.Kind.REMARK;
            List<List<String>> cells = new ArrayList<>();
            for (int i = 0; i < (remark ? 1 : shown.length); i++) {
                Cell cell = row.cells().get(remark ? 0 : shown[i]);
                boolean marked = !remark && shownColumns.get(i).marked();
                cells.add(wrapped ? wrapped(cell, marked) : List.of(cell(cell, marked)));
            }
            text.add((row.kind() == Row.Kind.PART ? PART : "") + row.title(), cells, remark);
        }
        return text.lines();
    }

    private void add(String title, List<List<String>> cells, boolean remark) {
        int most = cells.stream().mapToInt(List::size).max().orElse(1);
        for (int i = 0; i < most; i++) {
            int line = i;
            Stream<String> texts = cells.stream().map(cell -> line < cell.size() ? cell.get(line) : "");
            add(line == 0 ? title : "", texts, remark);
        }
    }

    private void add(String title, Stream<String> cells, boolean remark) {
        rows.add(new Line(Stream.concat(Stream.of(title), cells).toList(), remark));
    }

    private static String title(Column column) {
        return Objects.requireNonNull(column.terminal()) + (column.marked() ? " " : "");
    }

    private static String cell(Cell cell, boolean marked) {
        String text = cell.equals(Cell.NONE) ? NOTHING : cell.text();
        boolean unsupported = cell.kind() == Cell.Kind.UNSUPPORTED || cell.kind() == Cell.Kind.REFUSED;
        return marked ? text + (unsupported ? "*" : " ") : text;
    }

    /** Returns the lines of a cell: its content, wrapped at spaces if it is text, and the parts of its note. */
    private static List<String> wrapped(Cell cell, boolean marked) {
        List<String> lines = new ArrayList<>();
        if (cell.kind() == Cell.Kind.TEXT) {
            TextLines.wrap(cell.text(), "", MAX_TEXT, lines);
        } else {
            lines.add(cell(cell, marked));
        }
        if (!cell.note().isEmpty()) {
            for (String part : cell.note().replace('\u00a0', ' ').split("; ", -1)) {
                lines.add(marked ? part + " " : part);
            }
        }
        return lines;
    }

    private List<String> lines() {
        int columns = rows.get(0).cells().size();
        String gap = length(1, columns, WIDE) <= lineLength ? WIDE : NARROW;
        List<String> lines = new ArrayList<>();
        for (int from = 1; from < columns; ) {
            int to = from + 1;
            while (to < columns && length(from, to + 1, gap) <= lineLength) {
                to++;
            }
            for (Line row : rows) {
                if (row.remark() || !row.isBlank(from, to)) {
                    lines.add(line(row, from, to, gap));
                }
            }
            from = to;
        }
        return lines;
    }

    /** Returns the length of a line with a range of columns, including the titles of the rows. */
    private int length(int from, int to, String gap) {
        return width(0)
                + IntStream.range(from, to)
                        .map(column -> gap.length() + width(column))
                        .sum();
    }

    private String line(Line row, int from, int to, String gap) {
        StringBuilder line = new StringBuilder(row.cells().get(0))
                .append(" ".repeat(width(0) - row.cells().get(0).length()));
        if (row.remark()) {
            return line.append(gap).append(row.cells().get(1)).toString().stripTrailing();
        }
        for (int column = from; column < to; column++) {
            String cell = row.cells().get(column);
            String blanks = " ".repeat(width(column) - cell.length());
            line.append(gap).append(texts.get(column - 1) ? cell + blanks : blanks + cell);
        }
        return line.toString().stripTrailing();
    }

    private int width(int column) {
        return rows.stream()
                .filter(row -> column == 0 || !row.remark())
                .mapToInt(row -> row.cells().get(column).length())
                .max()
                .orElse(0);
    }
}
