package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.analysis.ProofLevel;
import org.ticktoquote.analysis.matching.SessionTally.Count;
import org.ticktoquote.analysis.matching.SimulatedRun.Matched;
import org.ticktoquote.analysis.matching.SimulatedRun.Shown;
import org.ticktoquote.analysis.matching.SimulatedRun.Tick;
import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.Matching;

/** Matching by price, compared with all possible attributions and, on long simulated runs, with the true answers. */
final class PriceEvidenceTest {
    @TempDir
    Path directory;

    static IntStream seeds() {
        return IntStream.range(0, ProofLevel.fullOr(400, 150));
    }

    /** Every tick's soonest and latest answer over every attribution of snapshots to states that keeps the order. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void boundsAreThoseOfAllConsistentAttributions(int seed) {
        RandomGenerator random = new SplittableRandom(seed);
        List<Tick> ticks = SimulatedRun.market(random, 3 + random.nextInt(12), 1 + random.nextInt(2), 20);
        SimulatedRun run =
                new SimulatedRun(ticks, 2, 1).answer(random, random.nextInt(3) * 25L, 0.2, 0.2, 5 + random.nextInt(60));
        List<Shown> shown = new ArrayList<>(run.snapshots.stream().limit(8).toList());
        run.snapshots.retainAll(shown);
        long[][] expected = bruteForce(run);
        try (Matched matched = run.match(directory, MatchScene.BY_PRICE)) {
            for (Tick tick : ticks) {
                String what = "seed " + seed + ", " + tick + " of " + ticks + " answered by " + run.snapshots;
                assertThat(SimulatedRun.answered(matched.soonest().cell(tick.id(), 0), tick))
                        .as("soonest, " + what)
                        .isEqualTo(expected[0][(int) tick.id()]);
                assertThat(SimulatedRun.answered(matched.latest().cell(tick.id(), 0), tick))
                        .as("latest, " + what)
                        .isEqualTo(expected[1][(int) tick.id()]);
            }
        }
    }

    /** Soonest and latest answers by tick id; 0 if not due. */
    private static long[][] bruteForce(SimulatedRun run) {
        DueTicks model = new DueTicks(run.model, List.of(SimulatedRun.EURUSD), run.venues);
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[TickRecord.LENGTH]);
        List<long[]> states = new ArrayList<>();
        long[][] bounds = new long[2][run.ticks.size() + 1];
        for (Tick tick : run.ticks) {
            if (model.dueTiers(SimulatedRun.write(buffer, tick)) != 0) {
                states.add(new long[] {tick.id(), tick.sentNs(), model.expectedBid(0, 0), model.expectedAsk(0, 0)});
                bounds[0][(int) tick.id()] = SimulatedRun.NEVER;
                bounds[1][(int) tick.id()] = Long.MIN_VALUE;
            }
        }
        attribute(run.snapshots, states, new int[run.snapshots.size()], 0, 0, bounds);
        return bounds;
    }

    private static void attribute(
            List<Shown> shown, List<long[]> states, int[] chosen, int at, int from, long[][] bounds) {
        if (at == shown.size()) {
            for (int state = 0; state < states.size(); state++) {
                int id = (int) states.get(state)[0];
                long answer = SimulatedRun.NEVER;
                for (int i = shown.size() - 1; i >= 0; i--) {
                    if (chosen[i] >= state) {
                        answer = shown.get(i).receivedNs();
                    }
                }
                bounds[0][id] = Math.min(bounds[0][id], answer);
                bounds[1][id] = Math.max(bounds[1][id], answer);
            }
            return;
        }
        Shown one = shown.get(at);
        for (int state = from; state < states.size(); state++) {
            long[] values = states.get(state);
            if (values[1] <= one.receivedNs() && values[2] == one.bid() && values[3] == one.ask()) {
                chosen[at] = state;
                attribute(shown, states, chosen, at + 1, state, bounds);
            }
        }
    }

    @Test
    void furtherKeysMakeMoreAnswersCertain() {
        RandomGenerator random = new Random(11);
        List<Tick> ticks = SimulatedRun.market(random, 5_000, 2, 20 * SimulatedRun.MS);
        SimulatedRun run =
                new SimulatedRun(ticks, 2, 1).answer(random, 50 * SimulatedRun.MS, 0.01, 0, 5 * SimulatedRun.MS);
        Matching sized = new Matching(
                Matching.BY_PRICE,
                0,
                "decimal",
                List.of(Matching.SIZE),
                Matching.DECLARED,
                Matching.TOTAL,
                Matching.Limits.DEFAULT);
        long byPrice = certain(run, MatchScene.BY_PRICE);
        long bySize = certain(run, sized);
        assertThat(bySize).isGreaterThan(byPrice);
    }

    private long certain(SimulatedRun run, Matching matching) {
        try (Matched truth = run.match(directory, MatchScene.BY_ID);
                Matched matched = run.match(directory, matching)) {
            return run.assertWithinBounds("seed 11", truth, matched, 0).certain();
        }
    }

    @Test
    void limitedMemoryWidensIntervalsThatStillContainTheTruth() {
        RandomGenerator random = new Random(7);
        List<Tick> ticks = SimulatedRun.market(random, 5_000, 2, SimulatedRun.MS);
        SimulatedRun run = new SimulatedRun(ticks, 2, 2).answer(random, 0, 0.3, 0.1, 100 * SimulatedRun.MS);
        try (Matched truth = run.match(directory, MatchScene.BY_ID);
                Matched matched = run.match(directory, MatchScene.narrow(4, 32))) {
            run.assertWithinBounds("seed 7", truth, matched, 0);
            assertThat(matched.matcher().tallies().stream()
                            .mapToLong(tally -> tally.of(Count.OVERFLOWED))
                            .sum())
                    .isPositive();
        }
    }

    /** Session 0 joins late and session 1 is long disconnected, both for longer than prices are remembered. */
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(ints = {1, 3, 5, 7, 10})
    void answersAreCertainAgainAfterALongAbsence(int seed) {
        RandomGenerator random = new SplittableRandom(seed);
        List<Tick> ticks = SimulatedRun.market(random, 5_000, 2, SimulatedRun.MS);
        SimulatedRun run = new SimulatedRun(ticks, 2, 2).answer(random, 0, 0.01, 0.01, SimulatedRun.MS / 4.0);
        run.snapshots.removeIf(shown -> shown.session() == 0
                ? shown.id() < 1_000 + 100 * seed
                : shown.id() >= 500 && shown.id() < 1_500 + 100 * seed);
        try (Matched truth = run.match(directory, MatchScene.BY_ID);
                Matched matched = run.match(directory, MatchScene.narrow(64, 512))) {
            assertThat(run.assertWithinBounds("seed " + seed, truth, matched, 4_000)
                            .certain())
                    .isGreaterThan(1_000);
        }
    }

    static Stream<Arguments> grid() {
        List<Arguments> cells = new ArrayList<>();
        for (int venues : List.of(1, 3)) {
            for (long conflation : List.of(0L, 10L, 50L)) {
                for (double drop : List.of(0.0, 0.01)) {
                    for (double latency : List.of(0.5, 5.0)) {
                        cells.add(Arguments.of(venues, conflation * SimulatedRun.MS, drop, latency));
                    }
                }
            }
        }
        return cells.stream();
    }

    @ParameterizedTest(name = "{0} venues, conflation {1} ns, {2} dropped, {3} ms each way")
    @MethodSource("grid")
    void intervalsAlwaysContainTheTruth(int venues, long conflationNs, double drop, double latencyMs) {
        RandomGenerator random = new Random(venues * 31L + conflationNs + (long) (drop * 100));
        List<Tick> ticks = SimulatedRun.market(random, ProofLevel.fullOr(20_000, 5_000), venues, 20 * SimulatedRun.MS);
        SimulatedRun run = new SimulatedRun(ticks, venues, 5)
                .answer(random, conflationNs, drop, 0.005, latencyMs * SimulatedRun.MS);
        try (Matched truth = run.match(directory, MatchScene.BY_ID);
                Matched matched = run.match(directory, MatchScene.BY_PRICE)) {
            SimulatedRun.Answers answers = run.assertWithinBounds("grid", truth, matched, 0);
            assertThat((double) answers.certain() / answers.due()).isGreaterThan(0.5);
            assertThat(total(matched.matcher())).isEqualTo(run.snapshots.size());
            assertThat(matched.matcher().tallies()).allSatisfy(tally -> {
                assertThat(tally.of(Count.UNEXPLAINED)).isZero();
                assertThat(tally.of(Count.REGRESSED)).isZero();
                assertThat(tally.of(Count.OVERFLOWED)).isZero();
            });
        }
    }

    private static long total(Matcher matcher) {
        return matcher.tallies().stream()
                .mapToLong(t -> t.of(Count.MATCHED)
                        + t.of(Count.INITIAL)
                        + t.of(Count.DUPLICATE)
                        + t.of(Count.REGRESSED)
                        + t.of(Count.UNEXPLAINED)
                        + t.of(Count.AMBIGUOUS))
                .sum();
    }
}
