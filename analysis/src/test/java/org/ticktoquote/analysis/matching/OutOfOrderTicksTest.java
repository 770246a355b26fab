package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;

/** Snapshots that arrive after newer ones. {@link MatcherOracleTest} tests random ones. */
final class OutOfOrderTicksTest {
    @TempDir
    Path directory;

    private MatchScene scene;

    private MatchScene scene(MatchPlan plan) {
        scene = new MatchScene(directory, plan);
        return scene;
    }

    @AfterEach
    void close() {
        scene.close();
    }

    private static long published(long responseNs) {
        return ResultCell.of(ResultCell.PUBLISHED, responseNs);
    }

    @Test
    void tickOvertakenByANewerOneIsPublishedWithTheNewerOne() {
        scene(MatchScene.plan(MatchScene.BY_ID, 10, 0)).tick(10, 1).tick(20, 2).tick(30, 3);
        scene.names(15, 1).names(33, 3).names(36, 2);
        scene.matcher.finish();
        assertThat(scene.latest.cell(2, 0)).isEqualTo(published(13));
        assertThat(scene.latest.cell(3, 0)).isEqualTo(published(3));
        assertThat(scene.matcher.tallies().get(0).regressed()).isEqualTo(1);
        assertThat(scene.latestAges).as("only of snapshots in order").containsExactly(5L, 3L);
    }

    @Test
    void lateSnapshotPublishesATickThatNeedsNoQuote() {
        scene(MatchScene.plan(MatchScene.BY_ID, 10, 0)).tick(10, 1).tick(20, 1).tick(30, 3);
        scene.names(15, 1).names(33, 3).names(36, 2).names(38, 2);
        scene.matcher.finish();
        assertThat(scene.latest.cell(2, 0)).isEqualTo(ResultCell.of(ResultCell.PUBLISHED_NOT_DUE, 13));
        assertThat(scene.matcher.tallies().get(0).publishedNotDue()).isEqualTo(1);
        assertThat(scene.matcher.tallies().get(0).regressed()).isEqualTo(2);
    }

    @Test
    void ignoresLateSnapshotOutsideTheWindow() {
        int far = OutOfOrderTicks.WINDOW + 2;
        scene(MatchScene.plan(MatchScene.BY_ID, far + 10, 0)).tick(10, 1);
        for (int i = 0; i < far; i++) {
            scene.tick(20, 1);
        }
        scene.tick(30, 2).names(33, far + 2).names(36, 2).names(37, far - 10);
        scene.matcher.finish();
        assertThat(scene.latest.cell(2, 0)).isEqualTo(ResultCell.of(ResultCell.UNCHANGED));
        assertThat(scene.latest.cell(far - 10, 0)).isEqualTo(ResultCell.of(ResultCell.PUBLISHED_NOT_DUE, 13));
    }

    @Test
    void latePricePublishesTheOnlyTickWithThatPrice() {
        scene(MatchScene.plan(MatchScene.BY_PRICE, 10, 0))
                .tick(10, 1)
                .tick(20, 2)
                .tick(30, 3);
        scene.shows(15, 1).shows(33, 3).shows(36, 2);
        scene.matcher.finish();
        for (TickResults results : new TickResults[] {scene.latest, scene.soonest}) {
            assertThat(results.cell(2, 0)).isEqualTo(published(13));
            assertThat(results.cell(3, 0)).isEqualTo(published(3));
        }
        assertThat(scene.matcher.tallies().get(0).regressed()).isEqualTo(1);
        assertThat(scene.matcher.agreed(0, 0)).isFalse();
    }

    @Test
    void ignoresLatePriceThatAnotherTickCanHave() {
        scene(MatchScene.plan(MatchScene.BY_PRICE, 10, 0))
                .tick(10, 2)
                .tick(15, 1)
                .tick(20, 2)
                .tick(30, 3);
        scene.shows(17, 1).shows(33, 3).shows(36, 2);
        scene.matcher.finish();
        assertThat(scene.latest.cell(3, 0)).isEqualTo(ResultCell.of(ResultCell.SKIPPED, 13));
        assertThat(scene.matcher.tallies().get(0).regressed()).isEqualTo(1);
    }
}
