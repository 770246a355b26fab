package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.results.ResultCell.CONFLATED;
import static org.ticktoquote.analysis.results.ResultCell.PUBLISHED;
import static org.ticktoquote.analysis.results.ResultCell.SKIPPED;

import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.analysis.measures.Staleness;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.Conflation;

/** Ticks missed by a disconnected session are never conflated, for any declaration. */
final class AwayTest {
    @TempDir
    Path directory;

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            ticks unanswered or sent during a disconnect are skipped | unknown \
            | logs-on 1; tick 10 1; names 11 1; tick 20 2; disconnects 25; tick 30 3; logs-on 40; \
            tick 50 4; tick 55 5; names 60 5; end | published/skipped/skipped/conflated/published
            the logon of a connected session leaves its ticks conflated | unknown \
            | logs-on 1; tick 10 1; logs-on 15; tick 20 2; names 21 2; end | conflated/published
            slices continue during a disconnect | interval \
            | logs-on 1; disconnects 20; tick 30 1; tick 32 2; tick 50 3; logs-on 60; names 61 3; end \
            | conflated/skipped/published
            a resent quote does not explain other missed ticks | unknown \
            | logs-on 1; disconnects 20; tick 30 1; tick 32 2; tick 50 3; logs-on 60; names 61 3; names 62 2; end \
            | skipped/published/published
            a tick not sent to a disconnected application is skipped | unknown \
            | logs-on 1; tick-to-nobody 10 1; tick 20 2; tick 30 3; names 31 3; end | skipped/conflated/published
            """)
    void missedTicksAreSkipped(String name, String policy, String events, String outcomes) {
        Conflation conflation = new Conflation(policy, policy.equals(Conflation.INTERVAL) ? 5 : 0);
        try (MatchScene scene = new MatchScene(directory, MatchScene.plan(MatchScene.BY_ID, 10, 0, conflation))) {
            scene.play(events).assertHas(name, "outcomes " + outcomes);
        }
    }

    @Test
    void missedTicksAreSkippedWithPerVenueOrder() {
        try (TickResults results = TickResults.create(directory.resolve("venues"), 1)) {
            Staleness staleness = new Staleness(MatchScene.plan(MatchScene.BY_ID, 6, 0), 1);
            AttributionOutput output = new AttributionOutput(results, (at, age) -> {}, staleness);
            VenueOrderAttribution answers = new VenueOrderAttribution(output, CONFLATED, 0, 0, 2);
            for (long id = 1; id <= 6; id++) {
                results.append(10 * id, 10 * id, 0, (int) (id % 2), 1);
                answers.addDue(id, 10 * id, Price.NONE, Price.NONE);
                if (id == 1) {
                    answers.markAllMissed();
                } else if (id == 2) {
                    answers.markLastMissed();
                }
            }
            answers.answer(5, 70);
            answers.answer(6, 71);
            answers.answer(1, 72);

            assertThat(LongStream.rangeClosed(1, 6).mapToInt(id -> ResultCell.outcome(results.cell(id, 0))))
                    .containsExactly(PUBLISHED, SKIPPED, CONFLATED, CONFLATED, PUBLISHED, PUBLISHED);
        }
    }
}
