package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.core.run.Matching;

/** Snapshots that arrive after newer ones. {@link MatcherOracleTest} tests random ones. */
final class OutOfOrderTicksTest {
    @TempDir
    Path directory;

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            a tick overtaken by a newer one is published with the newer one, with ages of snapshots in order only | id \
            | tick 10 1; tick 20 2; tick 30 3; names 15 1; names 33 3; names 36 2; end \
            | outcome.2 published, latest.2 33, outcome.3 published, latest.3 33, regressed 1, latest-ages 5/3
            a late snapshot publishes a tick that needs no quote | id \
            | tick 10 1; tick 20 1; tick 30 3; names 15 1; names 33 3; names 36 2; names 38 2; end \
            | outcome.2 published-not-due, latest.2 33, published-not-due 1, regressed 2
            a late price publishes the only tick with that price | price \
            | tick 10 1; tick 20 2; tick 30 3; shows 15 1; shows 33 3; shows 36 2; end \
            | outcome.2 published, latest.2 33, outcome.3 published, latest.3 33, regressed 1, agreed false, \
            soonest-outcome.2 published, soonest.2 33, soonest-outcome.3 published, soonest.3 33
            a late price that another tick can have publishes nothing | price \
            | tick 10 2; tick 15 1; tick 20 2; tick 30 3; shows 17 1; shows 33 3; shows 36 2; end \
            | outcome.3 skipped, latest.3 33, regressed 1
            """)
    void lateSnapshotPublishesItsTick(String name, String by, String events, String expected) {
        Matching matching = by.equals(Matching.BY_ID) ? MatchScene.BY_ID : MatchScene.BY_PRICE;
        try (MatchScene scene = new MatchScene(directory, matching)) {
            scene.play(events).assertHas(name, expected);
        }
    }

    @Test
    void ignoresLateSnapshotOutsideTheWindow() {
        int far = OutOfOrderTicks.WINDOW + 2;
        try (MatchScene scene = new MatchScene(directory, MatchScene.plan(MatchScene.BY_ID, far + 10, 0))) {
            scene.tick(10, 1);
            for (int i = 0; i < far; i++) {
                scene.tick(20, 1);
            }
            scene.play("tick 30 2; names 33 %d; names 36 2; names 37 %d; end".formatted(far + 2, far - 10));
            assertThat(scene.latest.cell(2, 0)).isEqualTo(ResultCell.of(ResultCell.UNCHANGED));
            assertThat(scene.latest.cell(far - 10, 0)).isEqualTo(ResultCell.of(ResultCell.PUBLISHED_NOT_DUE, 13));
        }
    }
}
