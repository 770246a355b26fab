package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.measures.Certainty;
import org.ticktoquote.analysis.parallel.Workers;

/** Number of quotes counted as skipped when matched by price. */
final class AccusedTest {
    @TempDir
    Path directory;

    private static long skipped(MatchScene scene) {
        scene.finish();
        return Certainty.mark(scene.soonest, scene.latest, 1, scene.matcher::agreed, false, Workers.ALONE)
                .skipped();
    }

    @Test
    void skippedNeverExceedsMissingQuotesWhenAPriceRecurs() {
        try (MatchScene scene = new MatchScene(directory, MatchScene.BY_PRICE)) {
            scene.tick(10, 1)
                    .shows(11, 1)
                    .tick(20, 2)
                    .tick(30, 3)
                    .shows(31, 3)
                    .tick(32, 4)
                    .shows(33, 4);
            scene.tick(40, 5)
                    .tick(50, 6)
                    .tick(60, 5)
                    .shows(61, 5)
                    .shows(62, 5)
                    .tick(70, 7)
                    .shows(71, 7);

            assertThat(skipped(scene)).as("ticks 2 and 6").isBetween(1L, 2L);
        }
    }

    @Test
    void oneMissingQuoteCountsOnceIfItsTickIsAmbiguous() {
        try (MatchScene scene = new MatchScene(directory, MatchScene.BY_PRICE)) {
            scene.tick(10, 1).shows(11, 1);
            scene.tick(40, 5)
                    .tick(50, 6)
                    .tick(60, 5)
                    .shows(61, 5)
                    .shows(62, 5)
                    .tick(70, 7)
                    .shows(71, 7);

            assertThat(skipped(scene)).isEqualTo(1);
        }
    }
}
