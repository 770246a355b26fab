package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ticktoquote.analysis.matching.SimulatedRun.Matched;
import org.ticktoquote.analysis.matching.SimulatedRun.Tick;
import org.ticktoquote.core.run.Matching;

/** Matching by price on long simulated runs, compared with the true answers. */
final class PriceEvidenceGridTest {
    private static final Matching BY_PRICE = Matching.byPrice(Matching.DECLARED);
    private static final Matching BY_ID = Matching.byId(278, "decimal");

    @TempDir
    Path directory;

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
        List<Tick> ticks = SimulatedRun.market(random, 20_000, venues, 20 * SimulatedRun.MS);
        SimulatedRun run = new SimulatedRun(ticks, venues, 5)
                .answer(random, conflationNs, drop, 0.005, latencyMs * SimulatedRun.MS);
        try (Matched truth = run.match(directory, BY_ID);
                Matched matched = run.match(directory, BY_PRICE)) {
            SimulatedRun.Answers answers = run.assertWithinBounds("grid", truth, matched, 0);
            assertThat((double) answers.certain() / answers.due()).isGreaterThan(0.5);
            assertThat(total(matched.matcher())).isEqualTo(run.snapshots.size());
            assertThat(matched.matcher().tallies()).allSatisfy(tally -> {
                assertThat(tally.unexplained()).isZero();
                assertThat(tally.regressed()).isZero();
                assertThat(tally.overflowed()).isZero();
            });
        }
    }

    private static long total(Matcher matcher) {
        return matcher.tallies().stream()
                .mapToLong(t ->
                        t.matched() + t.initial() + t.duplicate() + t.regressed() + t.unexplained() + t.ambiguous())
                .sum();
    }
}
