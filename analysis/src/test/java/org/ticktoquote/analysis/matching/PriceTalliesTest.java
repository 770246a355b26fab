package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.core.journal.SnapshotRecord;

/** Classes and quote ages of snapshots matched by price. */
final class PriceTalliesTest {
    @TempDir
    Path directory;

    private MatchScene byPrice() {
        return new MatchScene(directory, MatchScene.BY_PRICE);
    }

    @Test
    void repeatedPriceIsADuplicateWithoutAnAge() {
        try (MatchScene scene = byPrice()) {
            scene.tick(10, 1).shows(20, 1).shows(30, 1).tick(40, 2).shows(45, 2);
            SessionTally tally = scene.finish();
            assertThat(tally.matched()).isEqualTo(2);
            assertThat(tally.duplicate()).isEqualTo(1);
            assertThat(tally.ambiguous()).isZero();
            assertThat(scene.soonestAges).containsExactly(10L, 5L);
            assertThat(scene.latestAges).containsExactly(10L, 5L);
        }
    }

    @Test
    void priceOfSeveralTicksIsAmbiguousWithSoonestAndLatestAge() {
        try (MatchScene scene = byPrice()) {
            scene.tick(10, 1).tick(20, 2).tick(30, 1).shows(50, 1);
            SessionTally tally = scene.finish();
            assertThat(tally.ambiguous()).isEqualTo(1);
            assertThat(tally.matched()).isZero();
            assertThat(scene.soonestAges).containsExactly(20L);
            assertThat(scene.latestAges).containsExactly(40L);
            assertThat(scene.soonestNs(3)).isEqualTo(50);
            assertThat(scene.latestNs(3)).isEqualTo(MatchScene.NEVER);
        }
    }

    /** Either snapshot can be the first to show tick 3. */
    @Test
    void repetitionOfAnAmbiguousPriceIsAmbiguous() {
        try (MatchScene scene = byPrice()) {
            scene.tick(10, 1).tick(20, 2).tick(30, 1).shows(50, 1).shows(60, 1);
            SessionTally tally = scene.finish();
            assertThat(tally.ambiguous()).isEqualTo(2);
            assertThat(tally.duplicate()).isZero();
        }
    }

    @Test
    void possDupIsADuplicateThatBoundsOnlyTheSoonestAnswer() {
        try (MatchScene scene = byPrice()) {
            scene.tick(10, 1).showsAgain(15, 1);
            SessionTally tally = scene.finish();
            assertThat(tally.duplicate()).isEqualTo(1);
            assertThat(scene.soonestNs(1)).isEqualTo(15);
            assertThat(scene.latestNs(1)).isEqualTo(MatchScene.NEVER);
            assertThat(scene.soonestAges).isEmpty();
            assertThat(scene.latestAges).isEmpty();
            assertThat(scene.matcher.agreed(0, 0)).isTrue();
        }
    }

    @Test
    void firstPriceAfterALogonAnswersButHasNoAge() {
        try (MatchScene scene = byPrice()) {
            scene.tick(10, 1).event(11, SnapshotRecord.LOGGED_ON).shows(12, 1);
            scene.tick(20, 2).shows(23, 2);
            SessionTally tally = scene.finish();
            assertThat(tally.initial()).isEqualTo(1);
            assertThat(tally.matched()).isEqualTo(1);
            assertThat(scene.soonestNs(1)).isEqualTo(12);
            assertThat(scene.latestNs(1)).isEqualTo(12);
            assertThat(scene.soonestAges).containsExactly(3L);
            assertThat(scene.latestAges).containsExactly(3L);
        }
    }

    @Test
    void priceBeforeAllTicksIsInitialOnceAfterALogon() {
        try (MatchScene scene = byPrice()) {
            scene.event(5, SnapshotRecord.LOGGED_ON).shows(6, 7);
            assertThat(scene.tally().initial()).isEqualTo(1);
            assertThat(scene.tally().unexplained()).isZero();
            assertThat(scene.matcher.agreed(0, 0)).isTrue();
            scene.shows(7, 7);
            assertThat(scene.tally().initial()).isEqualTo(1);
            assertThat(scene.tally().unexplained()).isEqualTo(1);
            assertThat(scene.matcher.agreed(0, 0)).isFalse();
        }
    }

    @Test
    void priceOfNoTickIsUnexplainedEvenAsTheFirst() {
        try (MatchScene scene = byPrice()) {
            scene.tick(10, 1).event(11, SnapshotRecord.LOGGED_ON).shows(12, 9);
            SessionTally tally = scene.finish();
            assertThat(tally.unexplained()).isEqualTo(1);
            assertThat(tally.initial()).isZero();
            assertThat(scene.matcher.agreed(0, 0)).isFalse();
        }
    }

    @Test
    void oldPriceIsARegression() {
        try (MatchScene scene = byPrice()) {
            scene.tick(10, 1).tick(20, 2).shows(25, 2).shows(30, 1);
            SessionTally tally = scene.finish();
            assertThat(tally.regressed()).isEqualTo(1);
            assertThat(tally.unexplained()).isZero();
            assertThat(scene.matcher.agreed(0, 0)).isFalse();
        }
    }

    @Test
    void warmUpPriceIsInitialAndAnswersNoTick() {
        try (MatchScene scene = byPrice()) {
            scene.warmUp(1, 1).event(2, SnapshotRecord.LOGGED_ON).shows(3, 1).shows(4, 1);
            scene.tick(10, 2).shows(12, 2);
            SessionTally tally = scene.finish();
            assertThat(tally.initial()).isEqualTo(2);
            assertThat(tally.unexplained()).isZero();
            assertThat(tally.matched()).isEqualTo(1);
            assertThat(scene.soonestAges).containsExactly(2L);
            assertThat(scene.latestAges).containsExactly(2L);
        }
    }

    @Test
    void currentWarmUpPriceIsInitialAfterAReconnect() {
        try (MatchScene scene = byPrice()) {
            scene.warmUp(1, 1).event(2, SnapshotRecord.LOGGED_ON).shows(3, 1);
            scene.event(5, SnapshotRecord.DISCONNECTED)
                    .event(6, SnapshotRecord.LOGGED_ON)
                    .shows(7, 1);
            scene.tick(10, 2).shows(12, 2);
            SessionTally tally = scene.finish();
            assertThat(tally.initial()).isEqualTo(2);
            assertThat(tally.matched()).isEqualTo(1);
            assertThat(tally.unexplained() + tally.regressed()).isZero();
            assertThat(scene.matcher.agreed(0, 0)).isTrue();
        }
    }

    @Test
    void oldWarmUpPriceIsARegressionEvenAfterAReconnect() {
        try (MatchScene scene = byPrice()) {
            scene.warmUp(1, 1).event(2, SnapshotRecord.LOGGED_ON).shows(3, 1);
            scene.tick(10, 2).shows(12, 2);
            scene.event(15, SnapshotRecord.DISCONNECTED)
                    .event(16, SnapshotRecord.LOGGED_ON)
                    .shows(17, 1);
            SessionTally tally = scene.finish();
            assertThat(tally.regressed()).isEqualTo(1);
            assertThat(tally.unexplained()).isZero();
            assertThat(scene.matcher.agreed(0, 0)).isFalse();
        }
    }

    @Test
    void certainSnapshotsUseNoCapacity() {
        try (MatchScene scene = new MatchScene(directory, MatchScene.plan(MatchScene.narrow(1, 64), 10, 0))) {
            scene.tick(10, 1).shows(11, 1).tick(20, 2).shows(21, 2).tick(30, 3).shows(31, 3);
            assertThat(scene.tally().matched()).as("before the end").isEqualTo(3);
            assertThat(scene.tally().overflowed()).isZero();
        }
    }

    /** The price can be that of a forgotten tick: it answers all or none. */
    @Test
    void priceThatAForgottenTickCanHaveOverflows() {
        int ticks = 100;
        try (MatchScene scene = narrow(ticks)) {
            absence(scene, 1, ticks);
            scene.tick(4_000, 2).shows(5_000, 2);
            SessionTally tally = scene.finish();
            assertThat(tally.overflowed()).isEqualTo(1);
            assertThat(tally.ambiguous()).isEqualTo(1);
            assertThat(scene.soonestNs(1)).isEqualTo(5_000);
            assertThat(scene.soonestNs(ticks + 1)).isEqualTo(5_000);
            assertThat(scene.latestNs(1)).isEqualTo(MatchScene.NEVER);
            assertThat(scene.latestNs(ticks + 1)).isEqualTo(MatchScene.NEVER);
        }
    }

    /** The first such price ends the ambiguity after a long disconnect or a late logon. */
    @Test
    void priceOfNoForgottenTickIsCertain() {
        int ticks = 100;
        try (MatchScene scene = narrow(ticks)) {
            absence(scene, 1, ticks);
            scene.tick(4_000, 2).shows(5_000, 2);
            scene.tick(6_000, 1_000).shows(7_000, 1_000);
            scene.tick(8_000, 2).shows(9_000, 2);
            SessionTally tally = scene.finish();
            assertThat(tally.overflowed()).isEqualTo(1);
            assertThat(tally.matched()).isEqualTo(2);
            assertThat(scene.soonestNs(1)).isEqualTo(5_000);
            assertThat(scene.latestNs(1)).isEqualTo(7_000);
            assertThat(scene.latestNs(ticks + 1)).isEqualTo(7_000);
            assertThat(scene.soonestNs(ticks + 2)).isEqualTo(7_000);
            assertThat(scene.latestNs(ticks + 2)).isEqualTo(7_000);
            assertThat(scene.soonestNs(ticks + 3)).isEqualTo(9_000);
            assertThat(scene.latestNs(ticks + 3)).isEqualTo(9_000);
        }
    }

    /** States forgotten before the last snapshot can no longer match. */
    @Test
    void priceForgottenBeforeTheDisconnectIsCertain() {
        int ticks = 80;
        try (MatchScene scene = narrow(2 * ticks)) {
            absence(scene, 1, ticks);
            scene.tick(4_000, 500).shows(4_010, 500);
            for (int i = 0; i < ticks; i++) {
                scene.tick(4_100 + i, 600 + i % 2);
            }
            scene.tick(5_000, 2).shows(5_010, 2);
            SessionTally tally = scene.finish();
            assertThat(tally.overflowed()).isZero();
            assertThat(tally.matched()).isEqualTo(2);
            assertThat(scene.latestNs(2 * ticks + 2)).isEqualTo(5_010);
        }
    }

    /** With more prices than are remembered, no price is known to be new for the rest of the run. */
    @Test
    void newPriceOverflowsIfTooManyPricesAreForgotten() {
        int ticks = 400;
        try (MatchScene scene = new MatchScene(directory, MatchScene.plan(MatchScene.narrow(512, 64), ticks, 0))) {
            for (int id = 1; id <= ticks; id++) {
                scene.tick(id * 10L, id);
                if (id >= 200) {
                    scene.shows(id * 10L + 1, id);
                }
            }
            SessionTally tally = scene.finish();
            assertThat(tally.overflowed()).isEqualTo(201);
            assertThat(scene.soonestNs(ticks)).isEqualTo(4_001);
            assertThat(scene.latestNs(ticks)).isEqualTo(MatchScene.NEVER);
        }
    }

    @Test
    void unexpectedPriceIsUnexplainedAfterAnAbsence() {
        int ticks = 100;
        try (MatchScene scene = narrow(ticks)) {
            absence(scene, 1, ticks);
            scene.tick(4_000, 2).shows(5_000, 700);
            SessionTally tally = scene.finish();
            assertThat(tally.unexplained()).isEqualTo(1);
            assertThat(tally.overflowed()).isZero();
            assertThat(scene.matcher.agreed(0, 0)).isFalse();
        }
    }

    @Test
    void possDupOfAForgottenPriceIsADuplicate() {
        int ticks = 100;
        try (MatchScene scene = narrow(ticks)) {
            scene.tick(1, 500).shows(2, 500);
            for (int i = 0; i < ticks; i++) {
                scene.tick(10 + 2 * i, i % 2).shows(11 + 2 * i, i % 2);
            }
            scene.showsAgain(4_000, 500).showsAgain(4_001, 700);
            SessionTally tally = scene.finish();
            assertThat(tally.duplicate()).isEqualTo(1);
            assertThat(tally.unexplained()).as("the price that never existed").isEqualTo(1);
        }
    }

    private MatchScene narrow(int ticks) {
        return new MatchScene(directory, MatchScene.plan(MatchScene.narrow(4, 64), ticks + 3, 0));
    }

    /** Ticks with the prices 1 to 4 in turn, 1 ns apart, without snapshots. */
    private static void absence(MatchScene scene, long fromNs, int ticks) {
        for (int i = 0; i < ticks; i++) {
            scene.tick(fromNs + i, 1 + i % 4);
        }
    }

    @Test
    void dueTickIsPendingUntilItIsDecided() {
        try (MatchScene scene = byPrice()) {
            scene.tick(10, 1).tick(20, 2);
            assertThat(ResultCell.outcome(scene.soonest.cell(1, 0))).isEqualTo(ResultCell.NOT_PLANNED);
            assertThat(ResultCell.outcome(scene.latest.cell(2, 0))).isEqualTo(ResultCell.NOT_PLANNED);
            scene.shows(25, 1);
            assertThat(ResultCell.outcome(scene.latest.cell(1, 0))).isEqualTo(ResultCell.PUBLISHED);
            assertThat(ResultCell.outcome(scene.latest.cell(2, 0))).isEqualTo(ResultCell.NOT_PLANNED);
            scene.finish();
            assertThat(ResultCell.outcome(scene.latest.cell(2, 0))).isEqualTo(ResultCell.LOST);
        }
    }
}
