package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.results.ResultCell.EXCLUDED;
import static org.ticktoquote.analysis.results.ResultCell.LOST;
import static org.ticktoquote.analysis.results.ResultCell.PUBLISHED;
import static org.ticktoquote.core.journal.SnapshotRecord.DISCONNECTED;
import static org.ticktoquote.core.journal.SnapshotRecord.LOGGED_ON;
import static org.ticktoquote.core.journal.SnapshotRecord.NOT_CAPTURED;
import static org.ticktoquote.core.journal.SnapshotRecord.NOT_FIX;
import static org.ticktoquote.core.journal.SnapshotRecord.NO_ID;
import static org.ticktoquote.core.journal.SnapshotRecord.NO_INSTRUMENT;
import static org.ticktoquote.core.journal.SnapshotRecord.ORDERED_DOWN;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.core.run.Matching;

/** Counts of events matched by id, and events outside the measurement. */
final class SessionTalliesTest {
    private static final long DEADLINE_NS = 100;

    @TempDir
    Path directory;

    private MatchScene byId() {
        return new MatchScene(directory, MatchScene.BY_ID);
    }

    private MatchScene planned(long ticks, long drainDeadlineNs) {
        return new MatchScene(directory, MatchScene.plan(MatchScene.BY_ID, ticks, drainDeadlineNs));
    }

    @Test
    void repeatedIdIsADuplicateAndOlderIdARegression() {
        try (MatchScene scene = byId()) {
            scene.tick(10, 1).tick(20, 2).names(21, 2).names(22, 2).names(23, 2).names(24, 1);
            SessionTally tally = scene.finish();
            assertThat(tally.matched()).isEqualTo(1);
            assertThat(tally.duplicate()).isEqualTo(2);
            assertThat(tally.regressed()).isEqualTo(1);
            assertThat(scene.latestAges).containsExactly(1L);
        }
    }

    @Test
    void plannedTickNamedBeforeItIsSentIsEarly() {
        try (MatchScene scene = planned(3, 0)) {
            scene.tick(10, 1).names(11, 2).names(12, 3);
            assertThat(scene.tally().early()).isEqualTo(2);
            assertThat(scene.tally().unexplained()).isEqualTo(2);
        }
    }

    @Test
    void unplannedIdIsUnexplainedButNotEarly() {
        try (MatchScene scene = planned(3, 0)) {
            scene.tick(10, 1).names(11, 4).names(12, 0).names(13, -1);
            assertThat(scene.tally().early()).isZero();
            assertThat(scene.tally().unexplained()).isEqualTo(3);
        }
    }

    @Test
    void countsSnapshotsWithOnlyLevelsOfSizeZero() {
        try (MatchScene scene = planned(2, DEADLINE_NS)) {
            scene.tick(10, 1)
                    .offersNothing(11, 1)
                    .names(12, 1)
                    .offersNothing(13, 1)
                    .offersNothing(DEADLINE_NS + 1, 1);
            assertThat(scene.finish().onlyZeroSizes()).isEqualTo(2);
        }
    }

    @Test
    void refreshAnswersItsNamedTickWithoutAKnownBook() {
        try (MatchScene scene = planned(3, DEADLINE_NS)) {
            scene.tick(10, 1)
                    .namesWithoutBook(11, 1)
                    .tick(20, 2)
                    .event(21, NOT_CAPTURED)
                    .namesWithoutBook(25, NO_ID)
                    .namesWithoutBook(26, 2)
                    .tick(30, 3)
                    .namesWithoutBook(DEADLINE_NS + 1, 3);
            SessionTally tally = scene.finish();
            assertThat(tally.withoutBook()).isEqualTo(3);
            assertThat(tally.matched()).isEqualTo(2);
            assertThat(tally.initial()).isEqualTo(1);
            assertThat(tally.afterDrain()).isZero();
            assertThat(List.of(scene.outcome(1), scene.outcome(2), scene.outcome(3)))
                    .containsExactly(PUBLISHED, EXCLUDED, PUBLISHED);
            assertThat(scene.excluded)
                    .as("the arrival of the price of tick 2 is unknown")
                    .containsExactly("latest 20..21", "latest 21..26");
        }
    }

    @Test
    void refreshWithoutAKnownBookAnswersNothingByPrice() {
        try (MatchScene scene = new MatchScene(directory, MatchScene.BY_PRICE)) {
            SessionTally tally = scene.tick(10, 1).namesWithoutBook(11, 1).finish();
            assertThat(tally.withoutBook()).isEqualTo(1);
            assertThat(tally.unexplained()).isZero();
            assertThat(scene.outcome(1)).isEqualTo(LOST);
        }
    }

    @Test
    void snapshotWithoutAPriceAnswersNothingAndCountsTimeWithoutPrice() {
        try (MatchScene scene = planned(3, DEADLINE_NS)) {
            scene.tick(10, 1)
                    .names(11, 1)
                    .offersNothing(12, 1)
                    .tick(20, 2)
                    .offersNothing(21, 2)
                    .names(25, 2)
                    .offersNothing(DEADLINE_NS - 5, 2);
            SessionTally tally = scene.finish();
            assertThat(scene.latestNs(2)).isEqualTo(25);
            assertThat(tally.matched()).isEqualTo(2);
            assertThat(tally.withdrawn()).isEqualTo(3);
            assertThat(tally.noPriceNs()).isEqualTo(25 - 12 + 5);
            assertThat(tally.noPriceNs(0)).isEqualTo(tally.noPriceNs());
        }
    }

    @Test
    void tickSentBeyondThePlanCountsLikeAnyOther() {
        try (MatchScene scene = planned(1, 0)) {
            scene.tick(10, 1).tick(20, 2).names(21, 2);
            assertThat(scene.tally().matched()).isEqualTo(1);
            assertThat(scene.tally().unexplained()).isZero();
            assertThat(scene.latestNs(2)).isEqualTo(21);
        }
    }

    @Test
    void snapshotAfterTheDrainCountsOnlyIfATickIsUnanswered() {
        try (MatchScene scene = planned(2, DEADLINE_NS)) {
            scene.tick(10, 1)
                    .tick(20, 2)
                    .names(DEADLINE_NS, 1)
                    .names(DEADLINE_NS + 1, 2)
                    .names(DEADLINE_NS + 2, 1);
            SessionTally tally = scene.finish();
            assertThat(tally.matched()).isEqualTo(2);
            assertThat(tally.regressed()).isZero();
            assertThat(tally.afterDrain()).isEqualTo(2);
            assertThat(scene.latestNs(1)).isEqualTo(DEADLINE_NS);
            assertThat(scene.latestNs(2)).isEqualTo(DEADLINE_NS + 1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, NO_INSTRUMENT})
    void snapshotOfAnUnknownInstrumentIsUnexplained(int instrument) {
        try (MatchScene scene = byId()) {
            scene.tick(10, 1).ofInstrument(11, instrument);
            assertThat(scene.tally().unexplained()).isEqualTo(1);
        }
    }

    @Test
    void countsSessionsEndedForGarbageSeparately() {
        try (MatchScene scene = byId()) {
            scene.event(1, LOGGED_ON).event(2, DISCONNECTED).event(3, LOGGED_ON).event(4, DISCONNECTED, NOT_FIX);
            SessionTally tally = scene.finish();
            assertThat(tally.drops()).isEqualTo(2);
            assertThat(tally.ended()).isEqualTo(1);
        }
    }

    @Test
    void countsLogonsAndOrderedDisconnects() {
        try (MatchScene scene = byId()) {
            scene.event(1, LOGGED_ON)
                    .event(2, ORDERED_DOWN)
                    .event(3, DISCONNECTED)
                    .event(4, LOGGED_ON)
                    .event(5, DISCONNECTED)
                    .event(6, LOGGED_ON);
            SessionTally tally = scene.finish();
            assertThat(tally.logons()).isEqualTo(3);
            assertThat(tally.orderedDown()).isEqualTo(1);
            assertThat(tally.drops()).as("the disconnect without an order").isEqualTo(1);
        }
    }

    @Test
    void pairWithADueTickAndNoSnapshotIsUnanswered() {
        try (MatchScene scene = byId()) {
            scene.event(1, LOGGED_ON).tick(10, 1);
            assertThat(scene.finish().unanswered()).isEqualTo(1);
        }
    }

    @Test
    void pairOfADisconnectedSessionIsNotUnanswered() {
        try (MatchScene scene = byId()) {
            scene.event(1, LOGGED_ON).tick(10, 1).event(11, DISCONNECTED);
            assertThat(scene.finish().unanswered()).isZero();
        }
    }

    @Test
    void exclusionLastsFromTheFirstOrderToTheFirstSnapshot() {
        try (MatchScene scene = byId()) {
            scene.event(10, ORDERED_DOWN).event(20, ORDERED_DOWN);
            scene.tick(30, 1).event(40, LOGGED_ON).names(50, 1);
            scene.tick(60, 2).names(65, 2).event(70, ORDERED_DOWN).tick(80, 3);
            scene.finish();
            assertThat(scene.excluded).containsExactly("latest 10..50", "latest 70..80");
            assertThat(ResultCell.outcome(scene.latest.cell(3, 0))).isEqualTo(EXCLUDED);
            assertThat(scene.latestNs(2)).isEqualTo(65);
        }
    }

    /** Ticks sent around or after the stop of the clients cannot be lost by the application. */
    @Test
    void unansweredTicksOfAnAbortedMeasurementAreExcluded() {
        try (MatchScene scene = byId()) {
            scene.tick(10, 1).names(11, 1).tick(20, 2);
            scene.matcher.breakOff(scene.matcher.lastNs());
            assertThat(scene.latestNs(1)).isEqualTo(11);
            assertThat(ResultCell.outcome(scene.latest.cell(2, 0))).isEqualTo(EXCLUDED);
        }
    }

    @Test
    void bothAttributionsReceiveExclusions() {
        Matching byPrice = MatchScene.BY_PRICE;
        try (MatchScene scene = new MatchScene(directory, byPrice)) {
            scene.tick(5, 1).event(10, ORDERED_DOWN).event(40, LOGGED_ON);
            scene.shows(50, 1);
            scene.finish();
            assertThat(scene.excluded).containsExactly("soonest 10..50", "latest 10..50");
        }
    }
}
