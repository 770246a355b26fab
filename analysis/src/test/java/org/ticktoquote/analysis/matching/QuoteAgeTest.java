package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Quote ages of snapshots matched by id. */
final class QuoteAgeTest {
    @TempDir
    private Path directory;

    @Test
    void countsFromTheSendTimeOfTheNamedTick() {
        try (MatchScene scene = new MatchScene(directory, MatchScene.BY_ID)) {
            scene.warmUp(1, 0)
                    .tick(100, 1)
                    .names(130, 1)
                    .tick(200, 2)
                    .names(270, 2)
                    .names(280, 2);

            assertThat(scene.latestAges).containsExactly(30L, 70L);
        }
    }

    @Test
    void ignoresTicksThatWereNotSent() {
        try (MatchScene scene = new MatchScene(directory, MatchScene.BY_ID)) {
            scene.warmUp(1, 0).unwanted(100, 1).names(130, 1).tick(200, 2).names(270, 2);

            assertThat(scene.latestAges).containsExactly(70L);
        }
    }
}
