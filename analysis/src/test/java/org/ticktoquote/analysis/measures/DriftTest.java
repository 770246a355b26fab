package org.ticktoquote.analysis.measures;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.report.RunReport;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.summary.DriftFigures;
import org.ticktoquote.analysis.summary.DriftFigures.Tenth;

class DriftTest {
    private static final long MS = 1_000_000;

    @TempDir
    private Path directory;

    /** Ticks every 1 ms, in the last third every 0.1 ms. */
    private DriftFigures drift(int ticks, LongUnaryOperator lastClient) {
        try (TickResults results = TickResults.create(directory.resolve("results"), 1)) {
            long intendedNs = 5_000;
            for (int i = 1; i <= ticks; i++) {
                results.append(intendedNs, intendedNs, 0, 0, 1);
                results.setClients(i, 0, 0, lastClient.applyAsLong(i), 0);
                intendedNs += i > ticks * 2 / 3 ? MS / 10 : MS;
            }
            return DriftFigures.of(results);
        }
    }

    @Test
    void dividesTicksIntoTenthsWithTheirLoad() {
        DriftFigures drift = drift(1_000, i -> i * MS);
        assertThat(drift.tenths()).hasSize(10);
        assertThat(drift.tenths().get(0)).isEqualTo(new Tenth(0, 100, 1_000, 100, 0, 50 * MS, 99 * MS));
        assertThat(drift.tenths().get(9).p50Ns()).isEqualTo(950 * MS);
        assertThat(drift.tenths().get(9).ticksPerSecond()).isEqualTo(10_000);
        assertThat(drift.tenths().stream().mapToLong(Tenth::ticks).sum()).isEqualTo(1_000);
    }

    @Test
    void comparesTheMediansOfTheThirds() {
        DriftFigures drift = drift(999, i -> i <= 333 ? 2 * MS : i <= 666 ? 90 * MS : 5 * MS);
        assertThat(drift.firstThirdP50Ns()).isEqualTo(2 * MS);
        assertThat(drift.lastThirdP50Ns()).isEqualTo(5 * MS);
        assertThat(drift.lastToFirst()).isEqualTo(2.5);
        assertThat(RunReport.driftLine(drift))
                .isEqualTo(
                        "drift: p50 of the last client was 2.00 ms in the first third of the ticks and 5.00 ms in the"
                                + " last, 2.50 times that. Ticks per second were 1,000 in the first tenth of them and 10,000 in"
                                + " the last: the load changes as well, most of all at the announcement.");
    }

    @Test
    void reportsALargeDecreaseAsAFraction() {
        assertThat(RunReport.driftLine(drift(999, i -> i <= 333 ? 1_000 * MS : MS / 2)))
                .contains("500 us in the last, 1/2000 times that.");
        assertThat(RunReport.driftLine(drift(999, i -> i <= 333 ? 1_000 * MS : 1_000)))
                .contains("1.00 us in the last, 1/1000000 times that.");
    }

    @Test
    void doesNotReportSmallChanges() {
        assertThat(RunReport.driftLine(drift(999, i -> i <= 500 ? 2 * MS : 3 * MS)))
                .isEmpty();
        assertThat(RunReport.driftLine(drift(999, i -> i <= 333 ? 4 * MS : 2 * MS)))
                .isNotEmpty();
    }

    @Test
    void ignoresTicksNotDueAndRanksLostOnesAboveAll() {
        DriftFigures drift = drift(
                100, i -> i % 2 == 0 ? TickResults.NONE : i > 90 ? TickResults.LOST : i == 1 ? TickResults.LOST : MS);
        assertThat(drift.tenths().get(0)).isEqualTo(new Tenth(0, 10, 1_000, 5, 1, MS, null));
        assertThat(drift.tenths().get(9).p50Ns()).isNull();
        assertThat(drift.tenths().get(9).lost()).isEqualTo(5);
    }

    @Test
    void hasAPartForEachTickOfAShortRun() {
        assertThat(drift(3, i -> MS).tenths()).hasSize(3);
        assertThat(drift(0, i -> MS)).isEqualTo(DriftFigures.NONE);
    }
}
