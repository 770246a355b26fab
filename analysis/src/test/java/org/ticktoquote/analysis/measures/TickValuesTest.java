package org.ticktoquote.analysis.measures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.results.ResultCell.CONFLATED;
import static org.ticktoquote.analysis.results.ResultCell.PUBLISHED;
import static org.ticktoquote.analysis.results.ResultCell.PUBLISHED_NOT_DUE;
import static org.ticktoquote.analysis.results.ResultCell.SKIPPED;
import static org.ticktoquote.analysis.results.ResultCell.of;

import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;

/** Ticks sent 30 ns late, with outcomes at five sessions. */
final class TickValuesTest {
    private static final long UNCHANGED = of(ResultCell.UNCHANGED);
    private static final long LOST = of(ResultCell.LOST);

    @TempDir
    Path directory;

    @AutoClose
    private TickResults results;

    @BeforeEach
    void create() {
        results = TickResults.create(directory.resolve("results"), 5);
    }

    private TickValues values() {
        TickValues values = new TickValues(results, results, 1, results.ticks() + 1);
        assertThat(values.nextBlock()).isTrue();
        return values;
    }

    /** Asserts the worst value of every latency that the tick has. */
    private static void assertWorst(TickValues values, int place, String expected) {
        values.load(place);
        assertThat(Stream.of(Latency.values())
                        .filter(latency -> values.worst(latency) != TickResults.NONE)
                        .map(latency -> latency + " " + values.worst(latency))
                        .collect(Collectors.joining(", "))
                        .replace("" + TickResults.LOST, "lost"))
                .isEqualTo(expected);
    }

    private void add(long quoteAgeNs, long... cells) {
        long id = results.append(1_000, 1_030, 0, 0, 1);
        for (int session = 0; session < cells.length; session++) {
            results.setCell(id, session, cells[session]);
        }
        results.raiseQuoteAge(id, quoteAgeNs);
    }

    @Test
    void returnsTheWorstValueOfATickForEveryLatency() {
        add(70, of(SKIPPED, 500), of(PUBLISHED, 300), of(PUBLISHED_NOT_DUE, 800), of(CONFLATED, 100), UNCHANGED);
        assertWorst(
                values(),
                0,
                "LAST_CLIENT 500, RESPONSE 800, RESPONSE_PUBLISHED 800, FIRST_CLIENT 100, MEDIAN_CLIENT 300,"
                        + " FAN_OUT_SKEW 400, SERVICE 770, QUOTE_AGE 70, REPLAY_LAG 30");
    }

    @Test
    void publishedResponseExcludesConflatedTicks() {
        long excluded = of(ResultCell.EXCLUDED);
        add(TickResults.NONE, of(CONFLATED, 900), of(PUBLISHED, 300), excluded, ResultCell.NOT_PLANNED, UNCHANGED);
        assertWorst(
                values(),
                0,
                "LAST_CLIENT 900, RESPONSE 900, RESPONSE_PUBLISHED 300, FIRST_CLIENT 300, MEDIAN_CLIENT 300,"
                        + " FAN_OUT_SKEW 600, SERVICE 870, REPLAY_LAG 30");
    }

    @Test
    void lostValuesAreNotCarriedOverToTheNextTick() {
        add(TickResults.NONE, LOST, of(PUBLISHED, 300), LOST, UNCHANGED, UNCHANGED);
        add(TickResults.NONE, UNCHANGED, UNCHANGED, UNCHANGED, UNCHANGED, UNCHANGED);
        TickValues values = values();
        assertWorst(
                values,
                0,
                "LAST_CLIENT lost, RESPONSE lost, RESPONSE_PUBLISHED 300, FIRST_CLIENT 300, MEDIAN_CLIENT lost,"
                        + " FAN_OUT_SKEW lost, SERVICE lost, REPLAY_LAG 30");
        assertThat(values.lostSessions()).isEqualTo(2);
        assertWorst(values, 1, "REPLAY_LAG 30");
        assertThat(values.lostSessions()).isZero();
    }
}
