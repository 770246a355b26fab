package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.analysis.measures.Certainty;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.SessionPlan;

/** Prices restored before they were published, for applications that suppress or can suppress the quote. */
final class SuppressedPricesTest {
    @TempDir
    private Path directory;

    private MatchScene scene(Matching matching, Conflation conflation) {
        List<SessionPlan> sessions = List.of(new SessionPlan(0, "s0", 0, List.of(0)));
        MatchPlan plan =
                new MatchPlan(sessions, 1, 1, matching, MatchPlan.declaredTiers(sessions, 1), conflation, 0, 10, 0);
        return new MatchScene(directory, plan);
    }

    private static Conflation slices(boolean suppressed) {
        return new Conflation(Conflation.INTERVAL, 100, suppressed);
    }

    private static int outcome(MatchScene scene, long id) {
        return ResultCell.outcome(scene.latest.cell(id, 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {Matching.BY_ID, Matching.BY_PRICE})
    void ticksThatRestoreTheLastSentPriceNeedNoQuote(String by) {
        Matching matching = by.equals(Matching.BY_ID) ? MatchScene.BY_ID : MatchScene.BY_PRICE;
        try (MatchScene scene = scene(matching, slices(true))) {
            scene.tick(10, 1)
                    .namesAt(15, 1, 1)
                    .tick(20, 2)
                    .tick(30, 1)
                    .tick(200, 3)
                    .namesAt(205, 4, 3);
            SessionTally tally = scene.finish();
            assertThat(outcome(scene, 1)).isEqualTo(ResultCell.PUBLISHED);
            assertThat(outcome(scene, 2)).isEqualTo(ResultCell.UNCHANGED);
            assertThat(outcome(scene, 3)).isEqualTo(ResultCell.UNCHANGED);
            assertThat(outcome(scene, 4)).isEqualTo(ResultCell.PUBLISHED);
            assertThat(scene.latestNs(4)).isEqualTo(205);
            assertThat(tally.unchanged()).isEqualTo(2);
        }
    }

    @Test
    void tickThatCanShareASliceWithANewerPriceIsNotCertain() {
        try (MatchScene scene = scene(MatchScene.BY_ID, slices(true))) {
            scene.tick(10, 1)
                    .namesAt(15, 1, 1)
                    .tick(20, 2)
                    .tick(30, 1)
                    .tick(40, 3)
                    .namesAt(205, 4, 3);
            scene.finish();
            Certainty certainty =
                    Certainty.mark(scene.soonest, scene.latest, 1, scene.matcher::agreed, true, Workers.ALONE);
            assertThat(certainty.perhapsConflated()).isEqualTo(2);
            assertThat(ResultCell.perhapsConflated(scene.latest.cell(3, 0))).isTrue();
            assertThat(ResultCell.responseNs(scene.latest.cell(3, 0))).isEqualTo(175);
            assertThat(ResultCell.isCertain(scene.latest.cell(3, 0))).isFalse();
            assertThat(ResultCell.isCertain(scene.latest.cell(4, 0))).isTrue();
        }
    }

    @Test
    void tickIsCertainWithoutConflation() {
        try (MatchScene scene = scene(MatchScene.BY_ID, new Conflation(Conflation.NONE, 0, true))) {
            scene.tick(10, 1)
                    .namesAt(15, 1, 1)
                    .tick(20, 2)
                    .tick(30, 1)
                    .tick(40, 3)
                    .namesAt(205, 4, 3);
            scene.finish();
            Certainty certainty =
                    Certainty.mark(scene.soonest, scene.latest, 1, scene.matcher::agreed, false, Workers.ALONE);
            assertThat(certainty.perhapsConflated()).isZero();
            assertThat(outcome(scene, 3)).isEqualTo(ResultCell.UNCHANGED);
            assertThat(ResultCell.isCertain(scene.latest.cell(3, 0))).isTrue();
        }
    }

    @Test
    void restoredPricesWaitForAQuoteIfSuppressionIsUndeclared() {
        try (MatchScene scene = scene(MatchScene.BY_ID, slices(false))) {
            scene.tick(10, 1)
                    .namesAt(15, 1, 1)
                    .tick(20, 2)
                    .tick(30, 1)
                    .tick(200, 3)
                    .namesAt(205, 4, 3);
            SessionTally tally = scene.finish();
            assertThat(scene.latestNs(2)).isEqualTo(205);
            assertThat(scene.latestNs(3)).isEqualTo(205);
            assertThat(tally.unchanged()).isEqualTo(2);
        }
    }

    @Test
    void unansweredTicksWithTheLastSentPriceAreNotLost() {
        try (MatchScene scene = scene(MatchScene.BY_ID, slices(true))) {
            scene.tick(10, 1).namesAt(15, 1, 1).tick(20, 2).tick(30, 1).tick(40, 2);
            scene.finish();
            assertThat(outcome(scene, 2)).isEqualTo(ResultCell.UNCHANGED);
            assertThat(outcome(scene, 3)).isEqualTo(ResultCell.UNCHANGED);
            assertThat(outcome(scene, 4))
                    .as("the price that the session never received")
                    .isEqualTo(ResultCell.LOST);
        }
    }

    @Test
    void tickThatCannotShareASliceWithTheRestoredPriceIsSkipped() {
        try (MatchScene scene = scene(MatchScene.BY_ID, new Conflation(Conflation.NONE, 0, true))) {
            scene.tick(10, 1)
                    .namesAt(15, 1, 1)
                    .tick(20, 2)
                    .tick(30, 1)
                    .tick(200, 3)
                    .namesAt(205, 4, 3);
            scene.finish();
            assertThat(outcome(scene, 2)).isEqualTo(ResultCell.SKIPPED);
            assertThat(outcome(scene, 3)).isEqualTo(ResultCell.UNCHANGED);
        }
    }

    @Test
    void priceThatIsNotRestoredWaitsForItsQuote() {
        try (MatchScene scene = scene(MatchScene.BY_ID, slices(true))) {
            scene.tick(10, 1).namesAt(15, 1, 1).tick(20, 2).tick(30, 3).namesAt(90, 3, 3);
            SessionTally tally = scene.finish();
            assertThat(outcome(scene, 2)).isEqualTo(ResultCell.CONFLATED);
            assertThat(scene.latestNs(2)).isEqualTo(90);
            assertThat(tally.unchanged()).isZero();
        }
    }

    @Test
    void repeatedPriceAnswersIfItIsSent() {
        try (MatchScene scene = scene(MatchScene.BY_ID, slices(true))) {
            scene.tick(10, 1).namesAt(15, 1, 1).tick(20, 2).tick(30, 1).namesAt(40, 3, 1);
            scene.finish();
            assertThat(outcome(scene, 2)).isEqualTo(ResultCell.CONFLATED);
            assertThat(outcome(scene, 3)).isEqualTo(ResultCell.PUBLISHED);
        }
    }
}
