package org.ticktoquote.analysis.measures;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;

/** Ticks sent 30 ns late, with outcomes at five sessions. */
final class TickValuesTest {
    private static final long NONE = TickResults.NONE;
    private static final long LOST = TickResults.LOST;

    @TempDir
    Path directory;

    private static TickValues values(TickResults results) {
        TickValues values = new TickValues(results, results, 1, results.ticks() + 1);
        assertThat(values.nextBlock()).isTrue();
        return values;
    }

    private static Map<Latency, Long> worst(TickValues values, int place) {
        values.load(place);
        Map<Latency, Long> worst = new EnumMap<>(Latency.class);
        for (Latency latency : Latency.values()) {
            worst.put(latency, values.worst(latency));
        }
        return worst;
    }

    private static void add(TickResults results, long quoteAgeNs, long... cells) {
        long id = results.append(1_000, 1_030, 0, 0, 1);
        for (int session = 0; session < cells.length; session++) {
            results.setCell(id, session, cells[session]);
        }
        results.raiseQuoteAge(id, quoteAgeNs);
    }

    @Test
    void returnsTheWorstValueOfATickForEveryLatency() {
        try (TickResults results = TickResults.create(directory.resolve("results"), 5)) {
            add(
                    results,
                    70,
                    ResultCell.of(ResultCell.SKIPPED, 500),
                    ResultCell.of(ResultCell.PUBLISHED, 300),
                    ResultCell.of(ResultCell.PUBLISHED_NOT_DUE, 800),
                    ResultCell.of(ResultCell.CONFLATED, 100),
                    ResultCell.of(ResultCell.UNCHANGED));
            assertThat(worst(values(results), 0))
                    .containsEntry(Latency.RESPONSE, 800L)
                    .containsEntry(Latency.RESPONSE_PUBLISHED, 800L)
                    .containsEntry(Latency.SERVICE, 770L)
                    .containsEntry(Latency.QUOTE_AGE, 70L)
                    .containsEntry(Latency.FIRST_CLIENT, 100L)
                    .containsEntry(Latency.MEDIAN_CLIENT, 300L)
                    .containsEntry(Latency.LAST_CLIENT, 500L)
                    .containsEntry(Latency.FAN_OUT_SKEW, 400L)
                    .containsEntry(Latency.REPLAY_LAG, 30L);
        }
    }

    @Test
    void publishedResponseExcludesConflatedTicks() {
        try (TickResults results = TickResults.create(directory.resolve("results"), 5)) {
            add(
                    results,
                    NONE,
                    ResultCell.of(ResultCell.CONFLATED, 900),
                    ResultCell.of(ResultCell.PUBLISHED, 300),
                    ResultCell.of(ResultCell.EXCLUDED),
                    ResultCell.NOT_PLANNED,
                    ResultCell.of(ResultCell.UNCHANGED));
            assertThat(worst(values(results), 0))
                    .containsEntry(Latency.RESPONSE, 900L)
                    .containsEntry(Latency.RESPONSE_PUBLISHED, 300L)
                    .containsEntry(Latency.QUOTE_AGE, NONE);
        }
    }

    @Test
    void lostValuesAreNotCarriedOverToTheNextTick() {
        try (TickResults results = TickResults.create(directory.resolve("results"), 5)) {
            long never = ResultCell.of(ResultCell.UNCHANGED);
            add(
                    results,
                    NONE,
                    ResultCell.of(ResultCell.LOST),
                    ResultCell.of(ResultCell.PUBLISHED, 300),
                    ResultCell.of(ResultCell.LOST),
                    never,
                    never);
            add(results, NONE, never, never, never, never, never);
            TickValues values = values(results);
            assertThat(worst(values, 0))
                    .containsEntry(Latency.RESPONSE, LOST)
                    .containsEntry(Latency.SERVICE, LOST)
                    .containsEntry(Latency.FIRST_CLIENT, 300L)
                    .containsEntry(Latency.MEDIAN_CLIENT, LOST)
                    .containsEntry(Latency.LAST_CLIENT, LOST);
            assertThat(values.lostSessions()).isEqualTo(2);
            assertThat(worst(values, 1))
                    .containsEntry(Latency.RESPONSE, NONE)
                    .containsEntry(Latency.SERVICE, NONE)
                    .containsEntry(Latency.FIRST_CLIENT, NONE)
                    .containsEntry(Latency.LAST_CLIENT, NONE)
                    .containsEntry(Latency.FAN_OUT_SKEW, NONE);
            assertThat(values.lostSessions()).isZero();
        }
    }
}
