package org.ticktoquote.comparison.gate.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.analysis.statistics.Attributed;
import org.ticktoquote.analysis.statistics.ClientStatistics;
import org.ticktoquote.analysis.statistics.RunStatistics;
import org.ticktoquote.analysis.statistics.TickSeries;
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
    private static final List<Integer> LOOKS = List.of(3, 5, 10);
    private static final VerdictRuns NO_RUNS = new VerdictRuns(List.of(), List.of(), Optional.empty());

    private static StatisticResult result(GateStatistic statistic, double margin, double spread) {
        return new StatisticResult(
                statistic, true, Label.INCONCLUSIVE, 1.01, 0.9, 1.2, 1 + margin, false, spread, null, null, null);
    }

    private static GateDecision undecided(StatisticResult... results) {
        return new GateDecision(GateVerdict.INCONCLUSIVE, 10, 0, 0, List.of("a reason"), List.of(results), false);
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
     * By hand, with a window of 60 s and at most 10 runs. First: with 200 s besides, 5 runs of 560 s instead of 20 of 260 s.
     * Second: all of the variance is within a run, 4 runs of 500 s. Third: 20 s besides, 4 of 320 s. Fourth: half of the variance
     * is between runs. Fifth: 10 runs of 260 s, no fifth less than 30 of 80 s.
     */
    @ParameterizedTest
    @CsvSource({
        "0.9, 20, 260, 6, 5, 560",
        "1, 20, 260, 5, 4, 500",
        "1, 20, 80, 5, 4, 320",
        "0.5, 15, 260, 0, 0, 0",
        "0.9, 30, 80, 0, 0, 0"
    })
    void longerWindowsAreAdvisedIfTheyDecideSooner(
            double within, long runs, double secondsPerRun, double times, long needed, double seconds) {
        NeededRuns.Window found =
                NeededRuns.window(LOOKS, Map.of(needs(GateStatistic.P50, runs), within), 60, secondsPerRun);
        if (times == 0) {
            assertThat(found).isNull();
        } else {
            assertThat(found).isEqualTo(new NeededRuns.Window(times, needed, seconds));
        }
    }

    @Test
    void longerWindowsDecideAllStatistics() {
        Map<NeededRuns.Statistic, Double> within =
                Map.of(needs(GateStatistic.P50, 20), 0.9, needs(GateStatistic.P99, 9), 0.1);
        assertThat(NeededRuns.window(LOOKS, within, 60, 260)).isEqualTo(new NeededRuns.Window(3, 9, 380));
    }

    private static NeededRuns.Statistic needs(GateStatistic statistic, long runs) {
        return new NeededRuns.Statistic(statistic, 0.05, runs, 0.1);
    }

    /** Runs of the same ticks in another order differ by nothing but their windows; slower runs differ by themselves. */
    @Test
    void windowsAreAdvisedWhereRunsVaryWithin() {
        GateDecision decision = undecided(result(GateStatistic.P50, 0.05, 0.041));
        NeededRuns.Window window = needed(decision, measured(0)).window();
        assertThat(window).isNotNull();
        assertThat(needed(decision, measured(0.1)).window()).isNull();
        GateDecision tail = undecided(result(GateStatistic.TAIL, 0.05, 0.041));
        assertThat(needed(tail, measured(0)).window()).isNull();
    }

    /** Returns five alternating runs a side of 10 s, every 100 s, whose ticks are slower from run to run. */
    private static VerdictRuns measured(double slower) {
        List<List<GatedRun>> sides = List.of(new ArrayList<>(), new ArrayList<>());
        for (int i = 0; i < 10; i++) {
            int run = i;
            TickSeries series = visitor -> {
                Random random = new Random(run);
                for (int tick = 0; tick < 10_000; tick++) {
                    visitor.accept(
                            tick * 1_000_000L, (long) (1e6 * (1 + slower * (run % 5)) * (1 + random.nextDouble())));
                }
            };
            ClientStatistics last = RunStatistics.ofSeries(series);
            Attributed all = new Attributed(last, last, last);
            RunStatistics statistics = RunStatistics.of(new UUID(0, i), 10_000_000_000L, all, null);
            String time =
                    Instant.parse("2026-11-20T14:00:00Z").plusSeconds(100 * i).toString();
            sides.get((i + 1) / 2 % 2)
                    .add(new GatedRun("run", time, time, Standing.COUNTS, "", "", "", Map.of(), statistics, null, ""));
        }
        return new VerdictRuns(sides.get(0), sides.get(1), Optional.empty());
    }

    /** By hand: runs = 2 (1.757 x spread / ln(1.05 / ratio))^2, at most 10 of the policy. */
    @ParameterizedTest
    @CsvSource({"1.03, 0.01, false", "1.1, 0.01, false", "1.02, 0.02, false", "1.045, 0.02, true", "1.0495, 0.001, true"
    })
    void ratioIsCloseIfItsDistanceFromTheMarginNeedsMoreRunsThanThePolicyHas(
            double ratio, double spread, boolean close) {
        StatisticResult result = new StatisticResult(
                GateStatistic.P50, true, Label.INCONCLUSIVE, ratio, 0.9, 1.2, 1.05, false, spread, null, null, null);
        assertThat(NeededRuns.isClose(GatePolicy.RELEASE, result)).isEqualTo(close);
    }

    @Test
    void decidedGateNeedsNoFurtherRuns() {
        GateDecision passed = new GateDecision(GateVerdict.PASS, 3, 0, 0, List.of(), List.of(), false);
        assertThat(NeededRuns.of(GatePolicy.RELEASE, passed, NO_RUNS)).isNull();
    }
}
