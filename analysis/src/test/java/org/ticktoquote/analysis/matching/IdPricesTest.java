package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Prices of snapshots that name their tick. */
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
    void acceptsThePriceOfTheNamedTick() {
        try (MatchScene scene = scene()) {
            scene.tick(10, 1).namesAt(15, 1, 1).tick(20, 2).namesAt(25, 2, 2);
            assertThat(tally(scene).checked()).isEqualTo(2);
            assertThat(tally(scene).older()).isZero();
            assertThat(tally(scene).unknown()).isZero();
        }
    }

    @Test
    void acceptsPriceNewerThanTheId() {
        try (MatchScene scene = scene()) {
            scene.tick(10, 1).tick(20, 2).namesAt(25, 1, 2);
            assertThat(tally(scene).older() + tally(scene).unknown()).isZero();
        }
    }

    @Test
    void countsNewestIdWithAnOlderPrice() {
        try (MatchScene scene = scene()) {
            scene.warmUp(5, 7).tick(10, 1).tick(20, 2).namesAt(25, 2, 1).namesAt(26, 2, 7);
            assertThat(tally(scene).checked()).isEqualTo(2);
            assertThat(tally(scene).older()).isEqualTo(2);
        }
    }

    @Test
    void acceptsRecurringPrice() {
        try (MatchScene scene = scene()) {
            scene.tick(10, 1).tick(20, 2).tick(30, 1).namesAt(35, 2, 1);
            assertThat(tally(scene).older() + tally(scene).unknown()).isZero();
        }
    }

    @Test
    void acceptsPreviousPriceForATickThatNeedsNoQuote() {
        try (MatchScene scene = scene()) {
            scene.tick(10, 1).tick(20, 1).namesAt(25, 2, 1);
            assertThat(tally(scene).older() + tally(scene).unknown()).isZero();
        }
    }

    @Test
    void unknownPricesRefuteTheModel() {
        try (MatchScene scene = scene()) {
            scene.tick(10, 1).namesAt(15, 1, 40).tick(20, 2).namesAt(25, 2, 41).namesAt(26, 2, 1);
            assertThat(tally(scene).unknown()).isEqualTo(2);
            assertThat(tally(scene).modelled()).isFalse();
        }
    }
}
