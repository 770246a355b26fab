package org.ticktoquote.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.results.TickBlock;
import org.ticktoquote.analysis.results.TickResults;

/** Three ticks: one lost at a client, one not due, one answered early. */
final class TickSeriesTest {
    @TempDir
    Path directory;

    private static List<List<Long>> ticks(TickResults results, TickBlock.ClientRank client) {
        List<List<Long>> ticks = new ArrayList<>();
        TickSeries.ofClient(results, client).each((intendedNs, valueNs) -> ticks.add(List.of(intendedNs, valueNs)));
        return ticks;
    }

    @Test
    void containsDueTicksWithoutNegativeValues() {
        try (TickResults results = TickResults.create(directory.resolve("results"), 2)) {
            results.append(1_000, 1_000, 0, 0, 1);
            results.append(2_000, 2_000, 0, 0, 0);
            results.append(3_000, 3_000, 0, 0, 1);
            results.setClients(1, 10, 20, TickResults.LOST, 1);
            results.setClients(2, TickResults.NONE, TickResults.NONE, TickResults.NONE, 0);
            results.setClients(3, -5, 0, 7, 0);

            assertThat(ticks(results, TickBlock.ClientRank.FIRST))
                    .containsExactly(List.of(1_000L, 10L), List.of(3_000L, 0L));
            assertThat(ticks(results, TickBlock.ClientRank.MEDIAN))
                    .containsExactly(List.of(1_000L, 20L), List.of(3_000L, 0L));
            assertThat(ticks(results, TickBlock.ClientRank.LAST))
                    .containsExactly(List.of(1_000L, TickSeries.LOST), List.of(3_000L, 7L));
        }
    }
}
