package org.ticktoquote.report.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.ticktoquote.report.table.Table.Column;
import org.ticktoquote.report.table.Table.Row;

class TextTableTest {
    private static final List<Row> ROWS =
            List.of(Row.numbers("response", "12", "1.20..1.35 ms", "> drain"), Row.numbers("lag", "7", "2 ns", "9 ns"));

    private static List<String> lines(int lineLength) {
        return TextTable.wrapped(Table.of("", Column.all("count", "p50", "max"), ROWS), lineLength);
    }

    @Test
    void columnsAreAsWideAsTheirWidestCell() {
        assertThat(lines(60))
                .containsExactly(
                        "          count            p50      max",
                        "response     12  1.20..1.35 ms  > drain",
                        "lag           7           2 ns     9 ns");
    }

    @Test
    void columnsThatDoNotFitFollowBelowWithRepeatedTitles() {
        assertThat(lines(35))
                .containsExactly(
                        "         count           p50",
                        "response    12 1.20..1.35 ms",
                        "lag          7          2 ns",
                        "             max",
                        "response > drain",
                        "lag         9 ns");
    }

    @Test
    void columnsMoveCloserIfThatMakesThemFit() {
        assertThat(lines(36).get(1)).isEqualTo("response    12 1.20..1.35 ms > drain");
    }

    @Test
    void refusesRowsWithoutACellForEveryColumn() {
        List<Row> one = List.of(Row.numbers("two", "cells"));
        assertThatThrownBy(() -> Table.of("", Column.all("count", "max"), one))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has not 2 cells");
    }

    @Test
    void showsTerminalColumnsAndMarksUnsupportedCells() {
        Table table = Columns.<Cell>of("latency", cell -> "response")
                .add(new Column("n", "", "count", false), cell -> Cell.count(1_000))
                .add(new Column("mean", "", null, false), cell -> Cell.duration(5))
                .add(new Column("p99", "", "p99", true), cell -> cell)
                .table(
                        "",
                        "",
                        "",
                        List.of(
                                Cell.number("1 ms"),
                                new Cell("2 ms", Cell.Kind.UNSUPPORTED),
                                new Cell("> drain", Cell.Kind.REFUSED),
                                Cell.NONE));
        assertThat(TextTable.wrapped(table.brief(), 60))
                .containsExactly(
                        "          count      p99",
                        "response  1,000     1 ms",
                        "response  1,000     2 ms*",
                        "response  1,000  > drain*",
                        "response  1,000        -");
    }

    @Test
    void indentsPartsAndShowsRemarksInsteadOfFigures() {
        List<Row> rows = List.of(
                Row.numbers("response", "12"),
                Row.of("harness", "", List.of(Cell.count(3))).as(Row.Kind.PART),
                Row.remark("lag", "was not measured"));
        assertThat(TextTable.lines(Table.of("latency", Column.all("count"), rows)))
                .containsExactly(
                        "latency    count", "response      12", "  harness      3", "lag        was not measured");
    }

    @Test
    void wrapsTextAndPutsNotesBelowTheirFigure() {
        Table table = Table.of(
                "case",
                List.of(Column.of("why", ""), new Column("p99", "", "p99", true)),
                List.of(
                        Row.of(
                                "A",
                                "",
                                List.of(
                                        Cell.text("a reason that is so long that it takes two lines of its column, of"
                                                + " sixty-four characters"),
                                        new Cell(
                                                "1.00 ms",
                                                "0.90..1.10 ms; 0.50\u00a0x",
                                                Cell.Kind.UNSUPPORTED,
                                                null,
                                                null))),
                        Row.remark("B", "not run")));
        assertThat(TextTable.wrapped(table, 120))
                .containsExactly(
                        "case  why                                                                        p99",
                        "A     a reason that is so long that it takes two lines of its column,        1.00 ms*",
                        "      of sixty-four characters                                         0.90..1.10 ms",
                        "                                                                              0.50 x",
                        "B     not run");
    }
}
