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
import org.junit.jupiter.params.provider.EnumSource;
import org.ticktoquote.benchmarks.gate.GateTrials.Drift;
import org.ticktoquote.benchmarks.gate.GateTrials.Pulse;
import org.ticktoquote.comparison.gate.GatePolicy;
import org.ticktoquote.comparison.gate.GateRun;
import org.ticktoquote.comparison.gate.GateStatistic;
import org.ticktoquote.comparison.gate.GateVerdict;

/** The simulation in small: fixed seeds, wide bounds. The large one is in docs/benchmarks.md. */
final class GateSimulationTest {
    private static final int GATES = 300;
    private static final int TRIALS = 60;
    /** Of what takes its time. */
    private static final int FEW_TRIALS = 20;

    private static GateTrials trials(Rig rig, double factor) {
        return GateTrials.of(GatePolicy.RELEASE, rig, factor, GATES, 1);
    }

    @ParameterizedTest
    @EnumSource
    void anEqualReleaseHardlyEverFails(Rig rig) {
        assertThat(trials(rig, 1).share(GateVerdict.FAIL)).isLessThan(3);
    }

    @Test
    void whatIsSlowerByTwiceTheMarginIsFound() {
        assertThat(trials(Rig.TUNED, 1.1).share(GateVerdict.FAIL)).isGreaterThan(97);
        assertThat(trials(Rig.TYPICAL, 1.1).share(GateVerdict.FAIL)).isGreaterThan(97);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsSlowerByTheMarginHardlyEverPasses(Rig rig) {
        assertThat(trials(rig, 1.05).share(GateVerdict.PASS)).isLessThan(8);
    }

    /** Of 4,000 gates 99.7, 93 and 36 %: what else than 300 of them give is chance. */
    @Test
    void anEqualReleasePassesAsOftenAsTheRigIsQuiet() {
        assertThat(trials(Rig.TUNED, 1).share(GateVerdict.PASS)).isGreaterThan(98);
        assertThat(trials(Rig.TYPICAL, 1).share(GateVerdict.PASS)).isBetween(88.0, 98.0);
        assertThat(trials(Rig.NOISY, 1).share(GateVerdict.PASS)).isBetween(27.0, 45.0);
    }

    @ParameterizedTest
    @EnumSource(names = {"P50", "P99", "TAIL", "SHARE"})
    void whatIsWorseInOneStatisticByItsMarginHardlyEverPasses(GateStatistic statistic) {
        GateTrials trials = GateTrials.atMargin(GatePolicy.RELEASE, Rig.TYPICAL, statistic, GATES, 1);
        assertThat(trials.share(GateVerdict.PASS)).isLessThan(8);
    }

    private static GateTrials inTurn(Drift drift, boolean blocks, Map<GateStatistic, Double> shifts) {
        return GateTrials.inTurn(GatePolicy.RELEASE, Rig.NOISY, drift, blocks, shifts, GATES, 1);
    }

    @ParameterizedTest
    @EnumSource
    void blocksErrAsSeldomOnAHostThatChanges(Drift drift) {
        assertThat(inTurn(drift, true, Map.of()).share(GateVerdict.FAIL)).isLessThan(3);
        Map<GateStatistic, Double> atMargin = GateTrials.byMargin(GatePolicy.RELEASE, GateStatistic.P50);
        assertThat(inTurn(drift, true, atMargin).share(GateVerdict.PASS)).isLessThan(8);
    }

    @Test
    void blocksPassMoreEqualReleasesOnAHostThatChangesSlowly() {
        double groups = inTurn(Drift.SLOW, false, Map.of()).share(GateVerdict.PASS);
        assertThat(inTurn(Drift.SLOW, true, Map.of()).share(GateVerdict.PASS)).isGreaterThan(groups + 5);
    }

    private static GateTrials pulsed(Pulse pulse, Map<GateStatistic, Double> shifts) {
        return GateTrials.inTurn(GatePolicy.RELEASE, Rig.NOISY, Drift.NONE, true, pulse, 0, shifts, GATES, 1);
    }

    @ParameterizedTest
    @EnumSource
    void thePulseOfTheHostErrsAsSeldom(Drift drift) {
        Pulse pulse = new Pulse(0.7, 0);
        Map<GateStatistic, Double> atMargin = GateTrials.byMargin(GatePolicy.RELEASE, GateStatistic.P50);
        assertThat(GateTrials.inTurn(GatePolicy.RELEASE, Rig.NOISY, drift, true, pulse, 20, Map.of(), GATES, 1)
                        .share(GateVerdict.FAIL))
                .isLessThan(3);
        assertThat(GateTrials.inTurn(GatePolicy.RELEASE, Rig.NOISY, drift, true, pulse, 20, atMargin, GATES, 1)
                        .share(GateVerdict.PASS))
                .isLessThan(8);
    }

    /** Of 2,000 gates 89 and 99 %. */
    @Test
    void thePulseOfTheHostFindsMore() {
        Map<GateStatistic, Double> slower = GateTrials.slower(1.1);
        double without = pulsed(Pulse.NONE, slower).share(GateVerdict.FAIL);
        assertThat(pulsed(new Pulse(0.7, 0), slower).share(GateVerdict.FAIL)).isGreaterThan(without + 4);
    }

    /** As if the pulse were taken while the application is up, and this release took twice the CPU. */
    @Test
    void aReleaseThatMovesThePulseIsFoundAsOften() {
        Map<GateStatistic, Double> slower = GateTrials.slower(1.1);
        double without = pulsed(Pulse.NONE, slower).share(GateVerdict.FAIL);
        assertThat(pulsed(new Pulse(0.95, 3), slower).share(GateVerdict.FAIL)).isGreaterThan(without - 5);
    }

    /** The same pauses make tail and share, and a part of p99; p50 knows little of them. */
    @Test
    void statisticsOfARunBelongTogetherAsThoseOfAnHourOfTicks() {
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
        return DuetTrials.of(GatePolicy.RELEASE.ofDuet(), rig, shared, factor, GATES, 1);
    }

    @ParameterizedTest
    @EnumSource
    void anEqualReleaseHardlyEverFailsByDuet(SharedNoise shared) {
        assertThat(duet(Rig.TYPICAL, shared, 1).share(GateVerdict.FAIL)).isLessThan(3);
        assertThat(duet(Rig.BIMODAL, shared, 1).share(GateVerdict.FAIL)).isLessThan(3);
    }

    /** p99 is worse by exactly its margin here, so that pairs leave it open: solo runs find p50. */
    @ParameterizedTest
    @EnumSource
    void aDuetFindsWhatIsSlowerByTwiceTheMarginOfP50(SharedNoise shared) {
        assertThat(duet(Rig.TUNED, shared, 1.1).share(GateVerdict.FAIL)).isGreaterThan(97);
    }

    /** At the whole level of PASS by pairs and by solo runs more than 5 % of 4,000 gates passed. */
    @ParameterizedTest
    @EnumSource(names = {"P50", "P99", "TAIL", "SHARE"})
    void whatIsWorseInOneStatisticByItsMarginHardlyEverPassesADuet(GateStatistic statistic) {
        DuetTrials trials =
                DuetTrials.atMargin(GatePolicy.RELEASE.ofDuet(), Rig.TUNED, SharedNoise.NONE, statistic, GATES, 1);
        assertThat(trials.share(GateVerdict.PASS)).isLessThan(7);
    }

    /** Variances of the log ratios of pairs and of solo runs. */
    @Test
    void pairsGainWhatTheyShare() {
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

    /** Of a regime that mostly shows nothing the upper end knows only how rare it is. */
    @Test
    void theIntervalOfAYearOfRegimesHoldsTheTruth() {
        RegimeCoverage seen = RegimeCoverage.of(RegimeCoverage.Year.SEEN, 5, 0, FEW_TRIALS, 1);
        RegimeCoverage mostlyNothing = RegimeCoverage.of(RegimeCoverage.Year.MOSTLY_NOTHING, 5, 0, FEW_TRIALS, 1);
        assertThat(seen.held()).isGreaterThan(85);
        assertThat(mostlyNothing.unseen()).isGreaterThan(70);
        assertThat(mostlyNothing.held()).isGreaterThan(90);
    }

    /** With the rule of gaps five equal runs had a p90 that was wider than that of one run. */
    @Test
    void intervalsOfSeveralRunsHoldWhatTheNextOnesShow() {
        IntervalCoverage differ = new IntervalCoverage(IntervalRegime.RUNS_DIFFER, false, 60, FEW_TRIALS, 1);
        for (IntervalCoverage.Percentile percentile : differ.of(5).percentiles()) {
            assertThat(percentile.given()).isEqualTo(FEW_TRIALS);
            assertThat(percentile.held()).isGreaterThan(FEW_TRIALS * 8 / 10);
        }
        assertThat(differ.of(1).percentiles())
                .as("one run says nothing of the next")
                .allMatch(one -> one.given() == 0);
        IntervalCoverage equal = new IntervalCoverage(IntervalRegime.EQUAL, false, 1, FEW_TRIALS, 1);
        assertThat(equal.of(5).percentiles().get(1).width())
                .isLessThan(equal.of(3).percentiles().get(1).width());
    }

    /** All five are of one kind in 17 of 100 sets: such a set looks like equal runs. */
    @Test
    void fiveRunsOfTwoKindsOfStartHoldTheTruth() {
        IntervalCoverage modes = new IntervalCoverage(IntervalRegime.TWO_MODES, false, 200, TRIALS, 1);
        assertThat(modes.of(5).percentiles()).allMatch(one -> one.held() >= TRIALS * 9 / 10);
    }

    /** p99.9 depends on long pauses: few runs show none of them, or only short ones. */
    @Test
    void percentilesThatRarePausesDecideHoldTheTruth() {
        IntervalCoverage rare = new IntervalCoverage(IntervalRegime.RARE_LOGNORMAL, true, 200, FEW_TRIALS, 1);
        IntervalCoverage.Percentile p999 = rare.of(3).percentiles().get(3);
        assertThat(p999.given()).isGreaterThan(FEW_TRIALS * 3 / 4);
        assertThat(p999.held()).isGreaterThan(p999.given() * 9 / 10);
    }

    /** Few or no long pauses are seen: only the number of episodes is bounded, and their time while none is longer. */
    @Test
    void aYearOfWhatWasRarelySeenIsBoundedByItsEpisodes() {
        IntervalCoverage.Year year = new IntervalCoverage(IntervalRegime.RARE_LOGNORMAL, true, 200, FEW_TRIALS, 1)
                .of(5)
                .year();
        assertThat(year.few()).isEqualTo(FEW_TRIALS);
        assertThat(year.bounded()).isGreaterThan(FEW_TRIALS * 8 / 10);
        assertThat(year.timeBounded()).isGreaterThan(FEW_TRIALS * 8 / 10);
    }

    @Test
    void theSameSeedGivesTheSame() {
        assertThat(trials(Rig.NOISY, 1.05)).isEqualTo(trials(Rig.NOISY, 1.05));
    }

    @Test
    void theRulesInUseAlarmOften() {
        assertThat(GateTrials.bestOfFiveAlarms(Rig.TYPICAL, GateStatistic.MAX, GATES, 1))
                .isGreaterThan(20);
        assertThat(new Coverage(1, 10, 1, 0).pooledMannWhitneyAlarms()).isGreaterThan(30);
    }

    @Test
    void boundsHoldWhatTheyBoundAndClientsAreNotIndependent() {
        Map<Coverage.Interval, Double> held = new Coverage(150, TRIALS, 1, 0).of(3);
        assertThat(held.get(Coverage.Interval.P99)).isGreaterThan(80);
        assertThat(held.get(Coverage.Interval.TIME_PER_YEAR)).isGreaterThan(80);
        assertThat(held.get(Coverage.Interval.CLIENTS_AS_INDEPENDENT)).isLessThan(40);
    }
}
