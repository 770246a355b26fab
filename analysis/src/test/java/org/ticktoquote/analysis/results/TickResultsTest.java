package org.ticktoquote.analysis.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TickResultsTest {
    private static final int TICKS = 100_000;

    @TempDir
    Path directory;

    @Test
    void growsWithTheTicksAndGivesThemBackInAnyOrder() {
        Path file = directory.resolve("tick-results.bin");
        try (TickResults results = TickResults.create(file, 3)) {
            for (int i = 1; i <= TICKS; i++) {
                assertThat(results.append(i * 10L, i * 10L + 1, i % 7, i % 3, i))
                        .isEqualTo(i);
                results.cell(i, i % 3, Cell.of(Cell.CONFLATED, -i));
            }
            assertThat(file).doesNotExist();
            results.complete();
        }
        try (TickResults results = TickResults.open(file)) {
            assertThat(results.ticks()).isEqualTo(TICKS);
            for (int i = TICKS; i > 0; i -= 37) {
                assertThat(results.intendedNs(i)).isEqualTo(i * 10L);
                assertThat(results.instrumentId(i)).isEqualTo(i % 7);
                assertThat(Cell.responseNs(results.cell(i, i % 3))).isEqualTo(-i);
                assertThat(Cell.outcome(results.cell(i, i % 3))).isEqualTo(Cell.CONFLATED);
                assertThat(Cell.outcome(results.cell(i, (i + 1) % 3))).isEqualTo(Cell.NOT_PLANNED);
                assertThat(results.quoteAgeNs(i)).isEqualTo(TickResults.NONE);
            }
        }
    }

    @Test
    void leavesTheOldFileAloneUntilTheNewOneIsComplete() {
        Path file = directory.resolve("tick-results.bin");
        try (TickResults first = TickResults.create(file, 1)) {
            first.append(1, 1, 0, 0, 0);
            first.complete();
        }
        try (TickResults second = TickResults.create(file, 1)) {
            second.append(2, 2, 0, 0, 0);
        }
        try (TickResults results = TickResults.open(file)) {
            assertThat(results.intendedNs(1)).isEqualTo(1);
        }
    }
}
