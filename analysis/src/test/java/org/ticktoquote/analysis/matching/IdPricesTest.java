package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Snapshots that name their tick, and the price beside the id. */
final class IdPricesTest {
    @TempDir
    private Path directory;

    private MatchScene scene() {
        return new MatchScene(directory, MatchScene.BY_ID);
    }

    private static PriceTally tally(MatchScene scene) {
        return scene.matcher.prices().get(0);
    }

    @Test
    void thePriceOfTheTickItselfAgrees() {
        try (MatchScene scene = scene()) {
            scene.tick(10, 1).namesAt(15, 1, 1).tick(20, 2).namesAt(25, 2, 2);
            assertThat(tally(scene).looked()).isEqualTo(2);
            assertThat(tally(scene).older()).isZero();
            assertThat(tally(scene).unknown()).isZero();
        }
    }

    @Test
    void aNewerPriceThanTheIdIsLetPass() {
        try (MatchScene scene = scene()) {
            scene.tick(10, 1).tick(20, 2).namesAt(25, 1, 2);
            assertThat(tally(scene).older() + tally(scene).unknown()).isZero();
        }
    }

    @Test
    void theNewestIdOnAnOlderPriceIsFound() {
        try (MatchScene scene = scene()) {
            scene.warmUp(5, 7).tick(10, 1).tick(20, 2).namesAt(25, 2, 1).namesAt(26, 2, 7);
            assertThat(tally(scene).looked()).isEqualTo(2);
            assertThat(tally(scene).older()).isEqualTo(2);
        }
    }

    @Test
    void aPriceThatCameBackAgrees() {
        try (MatchScene scene = scene()) {
            scene.tick(10, 1).tick(20, 2).tick(30, 1).namesAt(35, 2, 1);
            assertThat(tally(scene).older() + tally(scene).unknown()).isZero();
        }
    }

    @Test
    void aTickThatCallsForNoQuoteHasThePriceBeforeIt() {
        try (MatchScene scene = scene()) {
            scene.tick(10, 1).tick(20, 1).namesAt(25, 2, 1);
            assertThat(tally(scene).older() + tally(scene).unknown()).isZero();
        }
    }

    @Test
    void pricesThatTheModelDoesNotMakeSayNothingOfTheApplication() {
        try (MatchScene scene = scene()) {
            scene.tick(10, 1).namesAt(15, 1, 40).tick(20, 2).namesAt(25, 2, 41).namesAt(26, 2, 1);
            assertThat(tally(scene).unknown()).isEqualTo(2);
            assertThat(tally(scene).modelled()).isFalse();
        }
    }
}
