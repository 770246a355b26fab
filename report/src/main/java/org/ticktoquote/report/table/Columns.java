package org.ticktoquote.report.table;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.ticktoquote.report.table.Table.Column;
import org.ticktoquote.report.table.Table.Row;

/**
 * The columns of a table whose rows are all made of one kind of thing: title and content of each stand together.
 *
 * @param <T> what a row is made of
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

    /** Without any column yet: the title of the row headers, and what they say. */
    public static <T> Columns<T> of(String head, Function<? super T, String> title) {
        return new Columns<>(head, title);
    }

    /** What stands under the title of a row on a page. */
    public Columns<T> hint(Function<? super T, String> text) {
        hint = text;
        return this;
    }

    public Columns<T> add(String name, Function<? super T, Cell> cell) {
        return add(name, "", cell);
    }

    /** With unit or meaning, which stand under the title on a page. */
    public Columns<T> add(String name, String unit, Function<? super T, Cell> cell) {
        return add(Column.of(name, unit), cell);
    }

    public Columns<T> add(Column column, Function<? super T, Cell> cell) {
        columns.add(column);
        cells.add(cell);
        return this;
    }

    /** Only where there is something to show. */
    public Columns<T> addIf(boolean shown, String name, String unit, Function<? super T, Cell> cell) {
        return shown ? add(name, unit, cell) : this;
    }

    /** One for each of several things. */
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

    /** A table of these columns; caption and note as of {@link Table}. */
    public Table table(String id, String caption, String note, List<? extends T> things) {
        return withRows(id, caption, note, rows(things));
    }

    /** The same with rows that are made already. */
    public Table withRows(String id, String caption, String note, List<Row> rows) {
        return new Table(id, caption, note, head, columns, rows);
    }
}
