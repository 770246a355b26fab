package org.ticktoquote.analysis.measures;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.results.TickResults;

/** Each age counts in the second of its tick, for any order of snapshots. */
final class QuoteAgesTest {
    private static final long T0_NS = 7_300_000_000L;
    private static final long S = RunSeconds.LENGTH_NS;

    @TempDir
    Path directory;

    @Test
    void countInTheSecondOfTheirTick() {
        try (TickResults results = TickResults.create(directory.resolve("tick-results.bin"), 1);
                QuoteAges ages = new QuoteAges(results, 0, T0_NS)) {
            for (long intendedNs : new long[] {0, S - 1, S, 2 * S - 1, 0, 5 * S, 4 * S + 1, 5 * S - 1, -1, 0}) {
                ages.accept(T0_NS + intendedNs, 100);
            }
            TreeMap<Long, Long> counts = new TreeMap<>();
            QuoteAges.seconds(List.of(ages)).accept((values, second) -> counts.put(second, values.getTotalCount()));

            assertThat(counts).hasToString("{-1=1, 0=4, 1=2, 4=2, 5=1}");
        }
    }
}
