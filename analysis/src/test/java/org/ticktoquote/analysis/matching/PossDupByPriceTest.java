package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ticktoquote.analysis.matching.SimulatedRun.Matched;
import org.ticktoquote.analysis.matching.SimulatedRun.Shown;
import org.ticktoquote.analysis.matching.SimulatedRun.Tick;
import org.ticktoquote.core.run.Matching;

/** PossDup messages have no order and do not bound answers. */
final class PossDupByPriceTest {
    @TempDir
    Path directory;

    /** The first snapshot shows tick 1 or 3 and always answers tick 1. It is still ambiguous when the PossDup arrives. */
    @Test
    void possDupDoesNotDelayTheSoonestAnswer() {
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
    void possDupOfAnOldPriceIsNotARegression() {
        try (MatchScene scene = new MatchScene(directory, MatchScene.BY_PRICE)) {
            scene.tick(10, 1).tick(20, 2).shows(25, 2).showsAgain(30, 1);
            SessionTally tally = scene.finish();
            assertThat(tally.duplicate()).isEqualTo(1);
            assertThat(tally.regressed()).isZero();
            assertThat(scene.matcher.agreed(0, 0)).isTrue();
        }
    }

    /** Snapshots resent, or sent only as PossDup: some late, some the first with their price. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void intervalsContainTheTruthWithResentSnapshots(int seed) {
        RandomGenerator random = new SplittableRandom(seed);
        List<Tick> ticks = SimulatedRun.market(random, 40, 1 + random.nextInt(2), 20);
        SimulatedRun run = new SimulatedRun(ticks, 2, 2).answer(random, random.nextInt(3) * 25L, 0.2, 0, 60);
        List<Shown> all = new ArrayList<>();
        for (Shown one : run.snapshots) {
            int what = random.nextInt(6);
            if (what > 0) {
                all.add(one);
            }
            if (what < 2) {
                all.add(again(one, one.receivedNs() + random.nextInt(200)));
            }
        }
        all.sort(Comparator.comparingLong(Shown::receivedNs));
        run.snapshots.clear();
        run.snapshots.addAll(all);
        try (Matched truth = run.match(directory, Matching.byId(278, "decimal"));
                Matched matched = run.match(directory, Matching.byPrice(Matching.DECLARED))) {
            run.assertWithinBounds("seed " + seed + ", answered by " + all, truth, matched, 0);
            assertThat(matched.matcher().tallies())
                    .as("seed %d", seed)
                    .allMatch(tally -> tally.regressed() == 0 && tally.unexplained() == 0);
        }
    }

    static IntStream seeds() {
        return IntStream.range(0, 300);
    }

    private static Shown again(Shown one, long receivedNs) {
        return new Shown(one.session(), receivedNs, one.id(), one.bid(), one.ask(), one.bidSize(), one.askSize(), true);
    }
}
