package org.ticktoquote.core.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {
    private static TextTable table(int lineLength) {
        TextTable table = new TextTable(lineLength, List.of("", "count", "p50", "max"));
        table.row(List.of("response", "12", "1.20..1.35 ms", "> drain"));
        table.row(List.of("lag", "7", "2 ns", "9 ns"));
        return table;
    }

    @Test
    void columnsAreAsWideAsTheirWidestCell() {
        assertThat(table(60).lines())
                .containsExactly(
                        "          count            p50      max",
                        "response     12  1.20..1.35 ms  > drain",
                        "lag           7           2 ns     9 ns");
    }

    @Test
    void whatDoesNotFitFollowsBelowWithTheTitlesAgain() {
        assertThat(table(35).lines())
                .containsExactly(
                        "         count           p50",
                        "response    12 1.20..1.35 ms",
                        "lag          7          2 ns",
                        "             max",
                        "response > drain",
                        "lag         9 ns");
    }

    @Test
    void columnsComeCloserWhereThatHelps() {
        assertThat(table(36).lines().get(1)).isEqualTo("response    12 1.20..1.35 ms > drain");
    }

    @Test
    void rowsHaveACellForEveryColumn() {
        assertThatThrownBy(() -> table(35).row(List.of("two", "cells"))).isInstanceOf(IllegalArgumentException.class);
    }
}
