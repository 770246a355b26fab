package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** PossDup messages keep no order and bound nothing. */
final class PossDupByPriceTest {
    @TempDir
    Path directory;

    /** The first snapshot shows tick 1 or tick 3 and answers tick 1 in any case; it is open when the PossDup comes. */
    @Test
    void aPossDupDoesNotMakeTheSoonestAnswerLater() {
        try (MatchScene scene = new MatchScene(directory, MatchScene.BY_PRICE)) {
            scene.tick(10, 1).tick(20, 2).tick(30, 1).shows(35, 1).tick(40, 3).showsAgain(45, 3);
            scene.finish();
            assertThat(scene.latestNs(1)).isEqualTo(35);
            assertThat(scene.soonestNs(1)).isEqualTo(35);
            assertThat(scene.soonestNs(2)).isEqualTo(35);
            assertThat(scene.soonestNs(3)).isEqualTo(35);
            assertThat(scene.soonestNs(4)).isEqualTo(45);
        }
    }

    @Test
    void aPossDupOfAPriceLeftBehindHasNotRegressed() {
        try (MatchScene scene = new MatchScene(directory, MatchScene.BY_PRICE)) {
            scene.tick(10, 1).tick(20, 2).shows(25, 2).showsAgain(30, 1);
            SessionTally tally = scene.finish();
            assertThat(tally.duplicate()).isEqualTo(1);
            assertThat(tally.regressed()).isZero();
            assertThat(scene.matcher.agreed(0, 0)).isTrue();
        }
    }
}
