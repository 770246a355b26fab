package org.ticktoquote.report.table;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.ticktoquote.report.table.Table.Column;
import org.ticktoquote.report.table.Table.Row;

/**
 * Columns of a table with one row for each object of a type. Each column defines its title and content together.
 *
 * @param <T> type of the objects
 */
public final class Columns<T> {
    private final String head;
    private final Function<? super T, String> title;
    private final List<Column> columns = new ArrayList<>();
    private final List<Function<? super T, Cell>> cells = new ArrayList<>();
    private Function<? super T, String> hint = thing -> "";

    private Columns(String head, Function<? super T, String> title) {
        this.head = head;
        this.title = title;
    }

    /** Starts a table without columns, with the heading above the row titles and a function for the title of a row. */
    public static <T> Columns<T> of(String head, Function<? super T, String> title) {
        return new Columns<>(head, title);
    }

    /** Sets the text below the title of a row on a page. */
    public Columns<T> hint(Function<? super T, String> text) {
        hint = text;
        return this;
    }

    public Columns<T> add(String name, Function<? super T, Cell> cell) {
        return add(name, "", cell);
    }

    /** Adds a column with a unit or meaning, shown below its title on a page. */
    public Columns<T> add(String name, String unit, Function<? super T, Cell> cell) {
        return add(Column.of(name, unit), cell);
    }

    public Columns<T> add(Column column, Function<? super T, Cell> cell) {
        columns.add(column);
        cells.add(cell);
        return this;
    }

    /** Adds a column if {@code shown} is true. */
    public Columns<T> addIf(boolean shown, String name, String unit, Function<? super T, Cell> cell) {
        return shown ? add(name, unit, cell) : this;
    }

    /** Adds one column for each element of a list. */
    public <C> Columns<T> addEach(List<C> each, Function<C, Column> column, BiFunction<? super T, C, Cell> cell) {
        each.forEach(one -> add(column.apply(one), thing -> cell.apply(thing, one)));
        return this;
    }

    public Row row(T thing) {
        return Row.of(
                title.apply(thing),
                hint.apply(thing),
                cells.stream().map(cell -> cell.apply(thing)).toList());
    }

    public List<Row> rows(List<? extends T> things) {
        return things.stream().map(this::row).toList();
    }

    /** Creates a table of these columns. */
    public Table table(String id, String caption, String note, List<? extends T> things) {
        return withRows(id, caption, note, rows(things));
    }

    /** Creates a table of existing rows. */
    public Table withRows(String id, String caption, String note, List<Row> rows) {
        return new Table(id, caption, note, head, columns, rows);
    }
}
