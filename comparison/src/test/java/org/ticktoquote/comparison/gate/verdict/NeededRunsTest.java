package org.ticktoquote.comparison.gate.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.comparison.gate.Gate;
import org.ticktoquote.comparison.gate.GateDecision;
import org.ticktoquote.comparison.gate.GateInput;
import org.ticktoquote.comparison.gate.GatePolicy;
import org.ticktoquote.comparison.gate.GateRun;
import org.ticktoquote.comparison.gate.GateStatistic;
import org.ticktoquote.comparison.gate.GateVerdict;
import org.ticktoquote.comparison.gate.StatisticResult;
import org.ticktoquote.comparison.gate.StatisticResult.Label;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.gate.runs.GatedRun.Standing;

final class NeededRunsTest {
    private static final VerdictRuns NO_RUNS = new VerdictRuns(List.of(), List.of(), Optional.empty());

    private static StatisticResult result(GateStatistic statistic, double margin, double spread) {
        return new StatisticResult(
                statistic, true, Label.INCONCLUSIVE, 1.01, 0.9, 1.2, 1 + margin, false, spread, null, null, null);
    }

    private static GateDecision undecided(StatisticResult... results) {
        return new GateDecision(GateVerdict.INCONCLUSIVE, 10, 0, 0, List.of("a reason"), List.of(results));
    }

    private static NeededRuns needed(GateDecision decision, VerdictRuns runs) {
        return Objects.requireNonNull(NeededRuns.of(GatePolicy.RELEASE, decision, runs));
    }

    /**
     * By hand: levels 0.0395 and 0.05 (a fifth of four statistics) of the normal distribution are 1.757 and 1.645; with 4.1 %
     * from run to run and a margin of 5 % 2 ((1.757 + 1.645) 0.041 / ln 1.05)^2 = 16.3.
     */
    @Test
    void neededRunsFollowFromSpreadAndMargin() {
        GateDecision decision =
                undecided(result(GateStatistic.TAIL, 0.2, 0.05), result(GateStatistic.P50, 0.05, 0.041));
        NeededRuns needed = needed(decision, NO_RUNS);
        assertThat(needed.runs()).isEqualTo(17);
        assertThat(needed.undecided())
                .extracting(NeededRuns.Statistic::statistic)
                .containsExactly(GateStatistic.P50, GateStatistic.TAIL);
        // exp(3.402 x 0.041 x sqrt(2/10)) - 1
        assertThat(needed.undecided().get(0).reachable()).isCloseTo(0.0644, within(0.0002));
        assertThat(needed.secondsPerRun()).isNull();
    }

    /** With the stated number of runs the rule decides as often as stated. */
    @Test
    void neededRunsDecideAsOftenAsStated() {
        double spread = 0.06;
        int runs = (int) needed(undecided(result(GateStatistic.P50, 0.05, spread)), NO_RUNS)
                .runs();
        assertThat(verdicts(runs, spread, 0, GateVerdict.PASS)).isGreaterThan(0.8);
        assertThat(verdicts(runs, spread, Math.log(1.1), GateVerdict.FAIL)).isGreaterThan(0.95);
        assertThat(verdicts(runs / 2, spread, 0, GateVerdict.PASS)).isLessThan(0.8);
    }

    /** Returns the share of gates with one look that end with the verdict. */
    private static double verdicts(int runs, double spread, double shift, GateVerdict verdict) {
        Gate gate = new Gate(new GatePolicy(
                "own", GatePolicy.RELEASE.margins(), 1, List.of(runs), GatePolicy.FAIL_LEVEL, 0.0395, null, null));
        Random random = new Random(7);
        int gates = 0;
        for (int i = 0; i < 300; i++) {
            List<GateRun> baseline = runs(runs, spread, 0, random);
            GateInput input = GateInput.of(baseline, runs(runs, spread, shift, random));
            gates += gate.decide(input).verdict() == verdict ? 1 : 0;
        }
        return gates / 300.0;
    }

    private static List<GateRun> runs(int runs, double spread, double shift, Random random) {
        List<GateRun> made = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            Map<GateStatistic, Double> logs = new EnumMap<>(GateStatistic.class);
            GatePolicy.RELEASE.margins().keySet().forEach(each -> logs.put(each, 14.0));
            logs.put(GateStatistic.P50, 13 + shift + spread * random.nextGaussian());
            made.add(new GateRun("run", logs, 0, 0, 1L));
        }
        return made;
    }

    private static GatedRun started(String at) {
        return GatedRun.unmeasured("run", at, Standing.COUNTS, "");
    }

    @Test
    void runTimeIsMeasuredFromStartToStart() {
        List<GatedRun> baseline = Stream.of("14:00:00", "14:02:30", "14:03:20")
                .map(time -> started("2026-11-20T" + time + "Z"))
                .toList();
        List<GatedRun> candidate = Stream.of("14:00:50", "14:01:40", "14:04:10.250")
                .map(time -> started("2026-11-20T" + time + "Z"))
                .toList();
        VerdictRuns inBlocks = new VerdictRuns(baseline, candidate, Optional.empty());
        assertThat(inBlocks.isInBlocks()).isTrue();
        GateDecision decision = undecided(result(GateStatistic.P50, 0.05, 0.041));
        assertThat(needed(decision, inBlocks).secondsPerRun()).isEqualTo(50);
        List<GatedRun> nextDay = baseline.stream()
                .map(run -> started("2026-11-21" + run.startedAt().substring(10)))
                .toList();
        VerdictRuns oneAfterTheOther = new VerdictRuns(baseline, nextDay, Optional.empty());
        assertThat(oneAfterTheOther.isInBlocks()).isFalse();
        assertThat(needed(decision, oneAfterTheOther).secondsPerRun()).isNull();
    }

    /**
     * By hand. First: 8 x (0.95 + 0.05 x 60 / 10) = 10 runs, at 10 s. Second: best 60 x sqrt(20 x 0.1 / (60 x 0.9)) = 11.5 s
     * needs 12 runs, and 10 are enough from 60 x 0.1 / (10 / 8 - 0.9) s on. Third: 60 x 0.9 / (10 / 20 - 0.1) s. Fourth: all
     * of the variance is within a run. Fifth: 40 s save 6 % of the time. Sixth: half of the variance is between runs.
     */
    @ParameterizedTest
    @CsvSource({
        "0.05, 8, 10, 10",
        "0.1, 8, 17.1429, 10",
        "0.9, 20, 135, 10",
        "1, 20, 400, 3",
        "0.5, 8, 0, 0",
        "0.5, 20, 0, 0"
    })
    void anotherWindowIsAdvisedIfItDecidesSooner(double within, long runs, double seconds, long needed) {
        NeededRuns.Window found = NeededRuns.window(60, 20, within, runs, List.of(3, 5, 10));
        if (seconds == 0) {
            assertThat(found).isNull();
        } else {
            assertThat(Objects.requireNonNull(found).seconds()).isCloseTo(seconds, offset(0.001));
            assertThat(found.runs()).isEqualTo(needed);
        }
    }

    @Test
    void decidedGateNeedsNoFurtherRuns() {
        GateDecision passed = new GateDecision(GateVerdict.PASS, 3, 0, 0, List.of(), List.of());
        assertThat(NeededRuns.of(GatePolicy.RELEASE, passed, NO_RUNS)).isNull();
    }
}
