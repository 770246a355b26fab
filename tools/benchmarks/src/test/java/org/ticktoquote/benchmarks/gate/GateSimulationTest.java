package org.ticktoquote.benchmarks.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.ticktoquote.benchmarks.gate.DuetSimulation.DuetTrials;
import org.ticktoquote.benchmarks.gate.GateTrials.Drift;
import org.ticktoquote.benchmarks.gate.GateTrials.Pulse;
import org.ticktoquote.benchmarks.gate.RegimeSimulation.RegimeCoverage;
import org.ticktoquote.comparison.gate.GatePolicy;
import org.ticktoquote.comparison.gate.GateRun;
import org.ticktoquote.comparison.gate.GateStatistic;
import org.ticktoquote.comparison.gate.GateVerdict;

/** A small simulation with fixed seeds and wide bounds. The large one is in docs/benchmarks.md. */
final class GateSimulationTest {
    private static final int GATES = 300;
    private static final int TRIALS = 60;
    /** For slow simulations. */
    private static final int FEW_TRIALS = 20;

    private static final IntervalCoverage RARE_PAUSES =
            new IntervalCoverage(IntervalRegime.RARE_LOGNORMAL, true, 200, FEW_TRIALS, 1);

    private static GateTrials trials(Rig rig, double factor) {
        return GateTrials.of(GatePolicy.RELEASE, rig, factor, GATES, 1);
    }

    /** Of 4,000 gates 99.7, 93 and 36 % pass on the first three; with 300 gates the rest is chance. */
    @ParameterizedTest
    @CsvSource({"TUNED, 98, 100", "TYPICAL, 88, 98", "NOISY, 27, 45", "BIMODAL, -1, 100"})
    void equalReleaseRarelyFailsAndPassesMoreOftenOnAQuieterRig(Rig rig, double moreThan, double atMost) {
        GateTrials equal = trials(rig, 1);
        assertThat(equal.share(GateVerdict.FAIL)).isLessThan(3);
        assertThat(equal.share(GateVerdict.PASS)).isGreaterThan(moreThan).isLessThanOrEqualTo(atMost);
    }

    @Test
    void findsASlowdownOfTwiceTheMargin() {
        assertThat(trials(Rig.TUNED, 1.1).share(GateVerdict.FAIL)).isGreaterThan(97);
        assertThat(trials(Rig.TYPICAL, 1.1).share(GateVerdict.FAIL)).isGreaterThan(97);
    }

    @ParameterizedTest
    @EnumSource
    void slowdownOfTheMarginRarelyPasses(Rig rig) {
        assertThat(trials(rig, 1.05).share(GateVerdict.PASS)).isLessThan(8);
    }

    @ParameterizedTest
    @EnumSource(names = {"P50", "P99", "TAIL", "SHARE"})
    void slowdownOfOneStatisticByItsMarginRarelyPasses(GateStatistic statistic) {
        GateTrials trials = GateTrials.atMargin(GatePolicy.RELEASE, Rig.TYPICAL, statistic, GATES, 1);
        assertThat(trials.share(GateVerdict.PASS)).isLessThan(8);
    }

    private static GateTrials inTurn(Drift drift, boolean blocks, Map<GateStatistic, Double> shifts) {
        return GateTrials.inTurn(GatePolicy.RELEASE, Rig.NOISY, drift, blocks, shifts, GATES, 1);
    }

    @ParameterizedTest
    @EnumSource
    void blocksErrAsRarelyOnAChangingHost(Drift drift) {
        assertThat(inTurn(drift, true, Map.of()).share(GateVerdict.FAIL)).isLessThan(3);
        Map<GateStatistic, Double> atMargin = GateTrials.byMargin(GatePolicy.RELEASE, GateStatistic.P50);
        assertThat(inTurn(drift, true, atMargin).share(GateVerdict.PASS)).isLessThan(8);
    }

    @Test
    void blocksPassMoreEqualReleasesOnASlowlyChangingHost() {
        double groups = inTurn(Drift.SLOW, false, Map.of()).share(GateVerdict.PASS);
        assertThat(inTurn(Drift.SLOW, true, Map.of()).share(GateVerdict.PASS)).isGreaterThan(groups + 5);
    }

    private static GateTrials pulsed(Pulse pulse, Map<GateStatistic, Double> shifts) {
        return GateTrials.inTurn(GatePolicy.RELEASE, Rig.NOISY, Drift.NONE, true, pulse, 0, shifts, GATES, 1);
    }

    @ParameterizedTest
    @EnumSource
    void hostPulseErrsAsRarely(Drift drift) {
        Pulse pulse = new Pulse(0.7, 0);
        Map<GateStatistic, Double> atMargin = GateTrials.byMargin(GatePolicy.RELEASE, GateStatistic.P50);
        assertThat(GateTrials.inTurn(GatePolicy.RELEASE, Rig.NOISY, drift, true, pulse, 20, Map.of(), GATES, 1)
                        .share(GateVerdict.FAIL))
                .isLessThan(3);
        assertThat(GateTrials.inTurn(GatePolicy.RELEASE, Rig.NOISY, drift, true, pulse, 20, atMargin, GATES, 1)
                        .share(GateVerdict.PASS))
                .isLessThan(8);
    }

    /** Of 2,000 gates 89 and 99 % fail. */
    @Test
    void hostPulseFindsMoreSlowdowns() {
        Map<GateStatistic, Double> slower = GateTrials.slower(1.1);
        double without = pulsed(Pulse.NONE, slower).share(GateVerdict.FAIL);
        assertThat(pulsed(new Pulse(0.7, 0), slower).share(GateVerdict.FAIL)).isGreaterThan(without + 4);
    }

    /** Simulates a pulse taken while the application runs, with a release that uses twice the CPU. */
    @Test
    void releaseThatMovesThePulseIsFoundAsOften() {
        Map<GateStatistic, Double> slower = GateTrials.slower(1.1);
        double without = pulsed(Pulse.NONE, slower).share(GateVerdict.FAIL);
        assertThat(pulsed(new Pulse(0.95, 3), slower).share(GateVerdict.FAIL)).isGreaterThan(without - 5);
    }

    /** Tail and share depend on the same pauses, p99 partly, p50 barely. */
    @Test
    void statisticsOfARunCorrelateLikeThoseOfAnHourOfTicks() {
        List<GateRun> runs = IntStream.range(0, 4_000)
                .mapToObj(i -> Rig.TYPICAL.run(new SplittableRandom(i), Map.of()))
                .toList();
        assertThat(correlation(runs, GateStatistic.TAIL, GateStatistic.SHARE)).isBetween(0.9, 1.0);
        assertThat(correlation(runs, GateStatistic.P99, GateStatistic.TAIL)).isBetween(0.4, 0.6);
        assertThat(correlation(runs, GateStatistic.P99, GateStatistic.SHARE)).isBetween(0.4, 0.6);
        assertThat(correlation(runs, GateStatistic.P50, GateStatistic.P99)).isBetween(0.4, 0.52);
        assertThat(correlation(runs, GateStatistic.P50, GateStatistic.SHARE)).isBetween(-0.1, 0.1);
    }

    private static double correlation(List<GateRun> runs, GateStatistic one, GateStatistic other) {
        double products = 0;
        double squares = 0;
        double otherSquares = 0;
        for (GateRun run : runs) {
            double a = Objects.requireNonNull(run.logs().get(one));
            double b = Objects.requireNonNull(run.logs().get(other));
            products += a * b;
            squares += a * a;
            otherSquares += b * b;
        }
        return products / Math.sqrt(squares * otherSquares);
    }

    private static DuetTrials duet(Rig rig, SharedNoise shared, double factor) {
        return DuetTrials.of(GatePolicy.RELEASE, rig, shared, factor, GATES, 1);
    }

    @ParameterizedTest
    @EnumSource
    void equalReleaseRarelyFailsInADuet(SharedNoise shared) {
        assertThat(duet(Rig.TYPICAL, shared, 1).share(GateVerdict.FAIL)).isLessThan(3);
        assertThat(duet(Rig.BIMODAL, shared, 1).share(GateVerdict.FAIL)).isLessThan(3);
    }

    /** p99 is worse by exactly its margin, so that pairs leave it undecided; solo runs find p50. */
    @ParameterizedTest
    @EnumSource
    void duetFindsASlowdownOfTwiceTheMarginOfP50(SharedNoise shared) {
        assertThat(duet(Rig.TUNED, shared, 1.1).share(GateVerdict.FAIL)).isGreaterThan(97);
    }

    /** With the whole PASS level for both pairs and solo runs more than 5 % of 4,000 gates would pass. */
    @ParameterizedTest
    @EnumSource(names = {"P50", "P99", "TAIL", "SHARE"})
    void slowdownOfOneStatisticByItsMarginRarelyPassesADuet(GateStatistic statistic) {
        DuetTrials trials = DuetTrials.atMargin(GatePolicy.RELEASE, Rig.TUNED, SharedNoise.NONE, statistic, GATES, 1);
        assertThat(trials.share(GateVerdict.PASS)).isLessThan(7);
    }

    @ParameterizedTest
    @EnumSource
    void gateWithATimeLimitRarelyErrs(SharedNoise shared) {
        Map<GateStatistic, Double> atMargin = GateTrials.byMargin(GatePolicy.RELEASE, GateStatistic.P50);
        assertThat(inTurn(shared, Map.of()).share(GateVerdict.FAIL)).isLessThan(3);
        assertThat(inTurn(shared, atMargin).share(GateVerdict.PASS)).isLessThan(8);
        assertThat(inTurn(shared, GateTrials.slower(1.1)).share(GateVerdict.FAIL))
                .isGreaterThan(80);
    }

    private static DuetTrials inTurn(SharedNoise shared, Map<GateStatistic, Double> shifts) {
        return DuetTrials.inTurn(GatePolicy.RELEASE, Rig.NOISY, shared, shifts, GATES, 1);
    }

    /** Variances of the log ratios of pairs and of solo runs. */
    @Test
    void gainOfPairsGrowsWithTheirSharedNoise() {
        assertThat(gain(SharedNoise.MEASURED, GateStatistic.P50)).isBetween(0.9, 1.1);
        assertThat(gain(SharedNoise.MEASURED, GateStatistic.P99)).isBetween(16.0, 22.0);
        assertThat(gain(SharedNoise.MEASURED, GateStatistic.TAIL)).isBetween(36.0, 46.0);
        assertThat(gain(SharedNoise.LITTLE, GateStatistic.P99)).isBetween(1.35, 1.65);
    }

    private static double gain(SharedNoise shared, GateStatistic statistic) {
        double alone = squares(
                i -> {
                    SplittableRandom random = new SplittableRandom(i);
                    return List.of(Rig.TYPICAL.run(random, Map.of()), Rig.TYPICAL.run(random, Map.of()));
                },
                statistic);
        return alone / squares(i -> Rig.TYPICAL.pair(new SplittableRandom(i), shared, Map.of()), statistic);
    }

    private static double squares(IntFunction<List<GateRun>> pair, GateStatistic statistic) {
        return IntStream.range(0, 20_000)
                .mapToObj(pair)
                .mapToDouble(runs -> runs.get(1).logs().getOrDefault(statistic, 0.0)
                        - runs.get(0).logs().getOrDefault(statistic, 0.0))
                .map(difference -> difference * difference)
                .sum();
    }

    /** For a regime that mostly has no episodes only the upper bound is informative. */
    @Test
    void intervalOfAYearOfRegimesContainsTheTruth() {
        RegimeCoverage seen = RegimeCoverage.of(RegimeCoverage.Year.SEEN, 5, 0, FEW_TRIALS, 1);
        RegimeCoverage mostlyNothing = RegimeCoverage.of(RegimeCoverage.Year.MOSTLY_NOTHING, 5, 0, FEW_TRIALS, 1);
        assertThat(seen.held()).isGreaterThan(85);
        assertThat(mostlyNothing.unseen()).isGreaterThan(70);
        assertThat(mostlyNothing.held()).isGreaterThan(90);
    }

    /** The p90 interval of five equal runs must not be wider than that of fewer runs. */
    @Test
    void intervalsOfSeveralRunsContainTheValuesOfLaterRuns() {
        IntervalCoverage differ = new IntervalCoverage(IntervalRegime.RUNS_DIFFER, false, 60, FEW_TRIALS, 1);
        for (IntervalCoverage.Percentile percentile : differ.of(5).percentiles()) {
            assertThat(percentile.given()).isEqualTo(FEW_TRIALS);
            assertThat(percentile.held()).isGreaterThan(FEW_TRIALS * 8 / 10);
        }
        assertThat(differ.of(1).percentiles())
                .as("one run does not predict the next")
                .allMatch(one -> one.given() == 0);
        IntervalCoverage equal = new IntervalCoverage(IntervalRegime.EQUAL, false, 1, FEW_TRIALS, 1);
        assertThat(equal.of(5).percentiles().get(1).width())
                .isLessThan(equal.of(3).percentiles().get(1).width());
    }

    /** In 17 of 100 sets all five runs are of one kind and look like equal runs. */
    @Test
    void intervalOfFiveBimodalRunsContainsTheTruth() {
        IntervalCoverage modes = new IntervalCoverage(IntervalRegime.TWO_MODES, false, 200, TRIALS, 1);
        assertThat(modes.of(5).percentiles()).allMatch(one -> one.held() >= TRIALS * 9 / 10);
    }

    /** p99.9 depends on long pauses, of which few runs can have none or only short ones. */
    @Test
    void intervalsOfPercentilesSetByRarePausesContainTheTruth() {
        IntervalCoverage.Percentile p999 = RARE_PAUSES.of(3).percentiles().get(3);
        assertThat(p999.given()).isGreaterThan(FEW_TRIALS * 3 / 4);
        assertThat(p999.held()).isGreaterThan(p999.given() * 9 / 10);
    }

    /** With few or no long pauses only the number of episodes is bounded, and their time if none is longer. */
    @Test
    void yearWithFewEpisodesIsBoundedByTheirNumber() {
        IntervalCoverage.Year year = RARE_PAUSES.of(5).year();
        assertThat(year.few()).isEqualTo(FEW_TRIALS);
        assertThat(year.bounded()).isGreaterThan(FEW_TRIALS * 8 / 10);
        assertThat(year.timeBounded()).isGreaterThan(FEW_TRIALS * 8 / 10);
    }

    @Test
    void slowSecondIsLateTime() {
        IntervalRegime regime = IntervalRegime.BAD_SECOND;
        assertThat(regime.run(new SplittableRandom(1), false).lateNs(regime.laterThanNs()))
                .isEqualTo(1e9);
    }

    @Test
    void sameSeedGivesTheSameResult() {
        assertThat(trials(Rig.NOISY, 1.05)).isEqualTo(trials(Rig.NOISY, 1.05));
    }

    @Test
    void commonRulesRaiseFalseAlarmsOften() {
        assertThat(GateTrials.bestOfFiveAlarms(Rig.TYPICAL, GateStatistic.MAX, GATES, 1))
                .isGreaterThan(20);
        assertThat(new Coverage(1, 10, 1, 0).pooledMannWhitneyAlarms()).isGreaterThan(30);
    }

    @Test
    void boundsContainTheTruthUnlessClientsCountAsIndependent() {
        Map<Coverage.Interval, Double> held = new Coverage(150, TRIALS, 1, 0).of(3);
        assertThat(held.get(Coverage.Interval.P99)).isGreaterThan(80);
        assertThat(held.get(Coverage.Interval.TIME_PER_YEAR)).isGreaterThan(80);
        assertThat(held.get(Coverage.Interval.CLIENTS_AS_INDEPENDENT)).isLessThan(40);
    }
}
