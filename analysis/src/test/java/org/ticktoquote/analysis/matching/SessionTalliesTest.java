package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.results.ResultCell.EXCLUDED;
import static org.ticktoquote.analysis.results.ResultCell.LOST;
import static org.ticktoquote.analysis.results.ResultCell.PUBLISHED;
import static org.ticktoquote.core.journal.SnapshotRecord.DISCONNECTED;
import static org.ticktoquote.core.journal.SnapshotRecord.FOR_GARBAGE;
import static org.ticktoquote.core.journal.SnapshotRecord.LOGGED_ON;
import static org.ticktoquote.core.journal.SnapshotRecord.NOT_CAPTURED;
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

/** By id, event by event: how each is counted, and what lies outside the measurement. */
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
    void theSameIdAgainIsADuplicateAndAnOlderOneHasRegressed() {
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
    void everyPlannedTickThatIsNamedBeforeItIsSentIsEarly() {
        try (MatchScene scene = planned(3, 0)) {
            scene.tick(10, 1).names(11, 2).names(12, 3);
            assertThat(scene.tally().early()).isEqualTo(2);
            assertThat(scene.tally().unexplained()).isEqualTo(2);
        }
    }

    @Test
    void anIdThatNeverWasPlannedNorSentIsUnexplainedButNotEarly() {
        try (MatchScene scene = planned(3, 0)) {
            scene.tick(10, 1).names(11, 4).names(12, 0).names(13, -1);
            assertThat(scene.tally().early()).isZero();
            assertThat(scene.tally().unexplained()).isEqualTo(3);
        }
    }

    @Test
    void aSnapshotWhoseLevelsWereAllOfSizeZeroIsCounted() {
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
    void aRefreshAnswersTheTickThatItNamesAlthoughItsBookIsNotKnown() {
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
                    .as("nobody knows when the price of the second tick came")
                    .containsExactly("latest 20..21", "latest 21..26");
        }
    }

    @Test
    void byPriceARefreshAnswersNothingWhileItsBookIsNotKnown() {
        try (MatchScene scene = new MatchScene(directory, MatchScene.BY_PRICE)) {
            SessionTally tally = scene.tick(10, 1).namesWithoutBook(11, 1).finish();
            assertThat(tally.withoutBook()).isEqualTo(1);
            assertThat(tally.unexplained()).isZero();
            assertThat(scene.outcome(1)).isEqualTo(LOST);
        }
    }

    @Test
    void aSnapshotWithoutAPriceAnswersNothingAndTheTimeUntilTheNextPriceIsCounted() {
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
    void aTickThatWasSentBeyondThePlanCountsAsAnyOther() {
        try (MatchScene scene = planned(1, 0)) {
            scene.tick(10, 1).tick(20, 2).names(21, 2);
            assertThat(scene.tally().matched()).isEqualTo(1);
            assertThat(scene.tally().unexplained()).isZero();
            assertThat(scene.latestNs(2)).isEqualTo(21);
        }
    }

    @Test
    void aSnapshotAfterTheDrainDeadlineCountsOnlyWhereATickWaitsForIt() {
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
    void aSnapshotOfAnInstrumentThatDoesNotExistIsUnexplained(int instrument) {
        try (MatchScene scene = byId()) {
            scene.tick(10, 1).ofInstrument(11, instrument);
            assertThat(scene.tally().unexplained()).isEqualTo(1);
        }
    }

    @Test
    void whatTheClientsEndedForGarbageIsToldFromOtherDrops() {
        try (MatchScene scene = byId()) {
            scene.event(1, LOGGED_ON).event(2, DISCONNECTED).event(3, LOGGED_ON).event(4, DISCONNECTED, FOR_GARBAGE);
            SessionTally tally = scene.finish();
            assertThat(tally.drops()).isEqualTo(2);
            assertThat(tally.ended()).isEqualTo(1);
        }
    }

    @Test
    void logonsAndOrdersAreCounted() {
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
            assertThat(tally.drops()).as("the one without an order").isEqualTo(1);
        }
    }

    @Test
    void aPairIsUnansweredWhenATickWasDueAndNothingCame() {
        try (MatchScene scene = byId()) {
            scene.event(1, LOGGED_ON).tick(10, 1);
            assertThat(scene.finish().unanswered()).isEqualTo(1);
        }
    }

    @Test
    void aPairOfASessionThatWentAwayIsNotUnanswered() {
        try (MatchScene scene = byId()) {
            scene.event(1, LOGGED_ON).tick(10, 1).event(11, DISCONNECTED);
            assertThat(scene.finish().unanswered()).isZero();
        }
    }

    @Test
    void whatIsExcludedReachesFromTheFirstOrderToTheFirstSnapshot() {
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

    /** What left after the clients had stopped, or just before, is nothing that the application could lose. */
    @Test
    void whatWaitsWhenAMeasurementIsBrokenOffIsExcludedAndNotLost() {
        try (MatchScene scene = byId()) {
            scene.tick(10, 1).names(11, 1).tick(20, 2);
            scene.matcher.breakOff(scene.matcher.lastNs());
            assertThat(scene.latestNs(1)).isEqualTo(11);
            assertThat(ResultCell.outcome(scene.latest.cell(2, 0))).isEqualTo(EXCLUDED);
        }
    }

    @Test
    void byPriceBothAttributionsHearWhatIsExcluded() {
        Matching byPrice = MatchScene.BY_PRICE;
        try (MatchScene scene = new MatchScene(directory, byPrice)) {
            scene.tick(5, 1).event(10, ORDERED_DOWN).event(40, LOGGED_ON);
            scene.shows(50, 1);
            scene.finish();
            assertThat(scene.excluded).containsExactly("soonest 10..50", "latest 10..50");
        }
    }
}
