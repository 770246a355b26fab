package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ticktoquote.analysis.ProofLevel;
import org.ticktoquote.analysis.matching.SessionTally.Count;
import org.ticktoquote.analysis.matching.SimulatedRun.Matched;
import org.ticktoquote.analysis.matching.SimulatedRun.Shown;
import org.ticktoquote.analysis.matching.SimulatedRun.Tick;

/** PossDup messages have no order and do not bound answers. {@link PriceTalliesTest} has known answers. */
final class PossDupByPriceTest {
    @TempDir
    Path directory;

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
                all.add(one.at(one.receivedNs() + random.nextInt(200), true));
            }
        }
        all.sort(Comparator.comparingLong(Shown::receivedNs));
        run.snapshots.clear();
        run.snapshots.addAll(all);
        try (Matched truth = run.match(directory, MatchScene.BY_ID);
                Matched matched = run.match(directory, MatchScene.BY_PRICE)) {
            run.assertWithinBounds("seed " + seed + ", answered by " + all, truth, matched, 0);
            assertThat(matched.matcher().tallies())
                    .as("seed %d", seed)
                    .allMatch(tally -> tally.of(Count.REGRESSED) == 0 && tally.of(Count.UNEXPLAINED) == 0);
        }
    }

    static IntStream seeds() {
        return IntStream.range(0, ProofLevel.fullOr(300, 100));
    }
}
