package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.results.ResultCell.CONFLATED;
import static org.ticktoquote.analysis.results.ResultCell.PUBLISHED;
import static org.ticktoquote.analysis.results.ResultCell.SKIPPED;
import static org.ticktoquote.core.journal.SnapshotRecord.DISCONNECTED;
import static org.ticktoquote.core.journal.SnapshotRecord.LOGGED_ON;

import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.Conflation;

/** Ticks missed by a disconnected session are never conflated, for any declaration. */
final class AwayTest {
    @TempDir
    Path directory;

    private MatchScene declared(String policy, long intervalNs) {
        return new MatchScene(directory, MatchScene.plan(MatchScene.BY_ID, 10, 0, new Conflation(policy, intervalNs)));
    }

    private static int[] outcomes(MatchScene scene, long ticks) {
        scene.finish();
        return LongStream.rangeClosed(1, ticks).mapToInt(scene::outcome).toArray();
    }

    @Test
    void ticksUnansweredOrSentDuringADisconnectAreSkipped() {
        try (MatchScene scene = declared(Conflation.UNKNOWN, 0)) {
            scene.event(1, LOGGED_ON).tick(10, 1).names(11, 1).tick(20, 2);
            scene.event(25, DISCONNECTED).tick(30, 3).event(40, LOGGED_ON);
            scene.tick(50, 4).tick(55, 5).names(60, 5);

            assertThat(outcomes(scene, 5)).containsExactly(PUBLISHED, SKIPPED, SKIPPED, CONFLATED, PUBLISHED);
        }
    }

    @Test
    void logonOfAConnectedSessionLeavesItsTicksConflated() {
        try (MatchScene scene = declared(Conflation.UNKNOWN, 0)) {
            scene.event(1, LOGGED_ON).tick(10, 1).event(15, LOGGED_ON);
            scene.tick(20, 2).names(21, 2);

            assertThat(outcomes(scene, 2)).containsExactly(CONFLATED, PUBLISHED);
        }
    }

    @Test
    void slicesContinueDuringADisconnect() {
        try (MatchScene scene = declared(Conflation.INTERVAL, 5)) {
            scene.event(1, LOGGED_ON).event(20, DISCONNECTED);
            scene.tick(30, 1).tick(32, 2).tick(50, 3).event(60, LOGGED_ON).names(61, 3);

            assertThat(outcomes(scene, 3)).containsExactly(CONFLATED, SKIPPED, PUBLISHED);
        }
    }

    @Test
    void resentQuoteDoesNotExplainOtherMissedTicks() {
        try (MatchScene scene = declared(Conflation.UNKNOWN, 0)) {
            scene.event(1, LOGGED_ON).event(20, DISCONNECTED);
            scene.tick(30, 1).tick(32, 2).tick(50, 3).event(60, LOGGED_ON);
            scene.names(61, 3).names(62, 2);

            assertThat(outcomes(scene, 3)).containsExactly(SKIPPED, PUBLISHED, PUBLISHED);
        }
    }

    @Test
    void ticksNotSentToADisconnectedApplicationAreSkipped() {
        try (MatchScene scene = declared(Conflation.UNKNOWN, 0)) {
            scene.event(1, LOGGED_ON).deserted(10, 1).tick(20, 2).tick(30, 3).names(31, 3);

            assertThat(outcomes(scene, 3)).containsExactly(SKIPPED, CONFLATED, PUBLISHED);
        }
    }

    @Test
    void missedTicksAreSkippedWithPerVenueOrder() {
        try (TickResults results = TickResults.create(directory.resolve("venues"), 1)) {
            VenueOrderAttribution answers = answers(results);
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

    private static VenueOrderAttribution answers(TickResults results) {
        StaleTime nobodyAsks = new StaleTime() {
            @Override
            public void staleInterval(
                    int session, int instrument, long sinceNs, long fromNs, long toNs, boolean answered) {
                // outcomes alone are looked at
            }

            @Override
            public void excluded(int session, int instrument, long fromNs, long toNs) {
                // outcomes alone are looked at
            }
        };
        return new VenueOrderAttribution(
                new AttributionOutput(results, (at, age) -> {}, nobodyAsks), CONFLATED, 0, 0, 2);
    }
}
