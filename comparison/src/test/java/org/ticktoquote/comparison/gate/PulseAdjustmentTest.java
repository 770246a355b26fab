package org.ticktoquote.comparison.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PulseAdjustmentTest {
    private static final double[] BEFORE = {1, 2, 4, 3, 5};
    private static final double[] NOW = {2, 1, 3, 5, 5};

    private static final List<GateRun> BASELINE = runs(twice(BEFORE, 0), BEFORE);

    private static final List<GateRun> CANDIDATE = runs(twice(NOW, 0.1), NOW);

    private static GateRun run(double log, double pulse) {
        Map<GateStatistic, Double> logs = new EnumMap<>(GateStatistic.class);
        for (GateStatistic statistic : GateStatistic.values()) {
            logs.put(statistic, log);
        }
        return new GateRun("run", logs, 0, 0, 1L).withPulse(pulse);
    }

    private static List<GateRun> runs(double[] logs, double[] pulses) {
        return IntStream.range(0, logs.length)
                .mapToObj(i -> run(logs[i], pulses[i]))
                .toList();
    }

    private static double[] twice(double[] pulses, double shift) {
        return Arrays.stream(pulses).map(pulse -> 2 * pulse + shift).toArray();
    }

    private static Optional<LogDifference> adjusted(GateStatistic statistic, List<GateRun> history) {
        return PulseAdjustment.difference(statistic, BASELINE, CANDIDATE, history);
    }

    @Test
    void removesThePartExplainedByThePulse() {
        LogDifference difference = adjusted(GateStatistic.P50, List.of()).orElseThrow();
        assertThat(difference.estimate()).isCloseTo(0.1, within(1e-9));
        assertThat(difference.error()).isCloseTo(0, within(1e-6));
    }

    /** Ordinary least squares of these ten values on three blocks, the side and the pulse, in exact fractions. */
    @Test
    void differenceAndErrorMatchTheLinearModel() {
        List<GateRun> baseline = runs(new double[] {1.0, 2.5, 3.0, 3.5, 4.0}, BEFORE);
        List<GateRun> candidate = runs(new double[] {2.5, 2.0, 3.0, 4.5, 6.0}, NOW);
        LogDifference difference = PulseAdjustment.difference(GateStatistic.P50, baseline, candidate, List.of())
                .orElseThrow();
        assertThat(difference.estimate()).isCloseTo(0.684931506849315, within(1e-9));
        assertThat(difference.error()).isCloseTo(0.4244365310912238, within(1e-9));
        assertThat(difference.degrees()).isEqualTo(5);
        assertThat(difference.withHistory()).isFalse();
    }

    @Test
    void acceptedRunsWithAPulseImproveSlopeAndVariance() {
        List<GateRun> history = new ArrayList<>(runs(new double[] {1, 3, 2, 4}, new double[] {1, 2, 2, 3}));
        history.add(run(9, 1).withPulse(null));
        LogDifference pooled = adjusted(GateStatistic.P50, history).orElseThrow();
        assertThat(pooled.withHistory()).isTrue();
        assertThat(pooled.degrees()).isEqualTo(5 + 2);
        assertThat(pooled.estimate()).as("of the same slope").isCloseTo(0.1, within(1e-9));
    }

    @Test
    void constantPulseIsNotUsed() {
        List<GateRun> baseline = runs(BEFORE, new double[5]);
        assertThat(PulseAdjustment.difference(GateStatistic.P50, baseline, baseline, List.of()))
                .isEmpty();
    }

    @Test
    void pulseNeedsAlternatingRunsThatAllHaveIt() {
        List<GateRun> candidate = new ArrayList<>(CANDIDATE);
        String few = "it takes 5 runs a side, made in turn";
        assertThat(PulseAdjustment.objection(BASELINE, candidate, true)).isEmpty();
        assertThat(PulseAdjustment.objection(BASELINE, candidate, false)).contains(few);
        assertThat(PulseAdjustment.objection(BASELINE.subList(0, 3), candidate.subList(0, 3), true))
                .contains(few);
        candidate.set(3, candidate.get(3).withPulse(null));
        assertThat(PulseAdjustment.objection(BASELINE, candidate, true)).contains("1 run without it");
    }

    @Test
    void releaseThatMovesThePulseStillFails() {
        double[] moved = {5, 6, 8, 7, 9};
        List<GateRun> baseline = runs(twice(BEFORE, 0), new double[] {1, 2, 4.1, 3, 5});
        List<GateRun> candidate = runs(twice(moved, 0), moved);
        assertThat(PulseAdjustment.objection(baseline, candidate, true)).contains("it differs between the sides");
        GateDecision decision = new Gate(GatePolicy.RELEASE)
                .decide(GateInput.of(baseline, candidate).asBlocks());
        assertThat(decision.verdict()).isEqualTo(GateVerdict.FAIL);
    }

    /** The host changes every run by about 30 %, and the pulse shows it. */
    @Test
    void pulseDecidesAGateThatHostNoiseLeavesUndecided() {
        Random random = new Random(1);
        List<List<GateRun>> sides = new ArrayList<>();
        for (int side = 0; side < 2; side++) {
            List<GateRun> runs = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                double host = 0.3 * random.nextGaussian();
                runs.add(run(14 + host + 0.01 * random.nextGaussian(), 10 + 2 * host));
            }
            sides.add(runs);
        }
        Gate gate = new Gate(new GatePolicy(
                "p50", Map.of(GateStatistic.P50, 0.05), 1, GatePolicy.LOOKS, GatePolicy.FAIL_LEVEL, 0.05, null, null));
        GateDecision decision =
                gate.decide(GateInput.of(sides.get(0), sides.get(1)).asBlocks());
        assertThat(decision.verdict()).isEqualTo(GateVerdict.PASS);
        assertThat(decision.statistics().get(0).pulseGain()).isGreaterThan(10);
        assertThat(decision.statistics().get(1).pulseGain()).as("p99").isNull();
        GateDecision without = gate.decide(
                GateInput.of(unknown(sides.get(0)), unknown(sides.get(1))).asBlocks());
        assertThat(without.verdict()).isEqualTo(GateVerdict.INCONCLUSIVE);
        assertThat(without.statistics().get(0).pulseGain()).isNull();
    }

    @Test
    void twentyAcceptedRunsShowWhichStatisticsFollowThePulse() {
        List<GateRun> with = new ArrayList<>();
        List<GateRun> against = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            with.add(run(2 * (i % 7) + i % 2, i % 7));
            against.add(run(-2 * (i % 7), i % 7));
        }
        assertThat(adjusted(GateStatistic.P99, with)).isPresent();
        assertThat(adjusted(GateStatistic.P50, against))
                .as("faster on a busy host")
                .isEmpty();
        assertThat(adjusted(GateStatistic.P99, with.subList(0, 19)))
                .as("with too few accepted runs")
                .isEmpty();
    }

    /** The look at 3 of 10 runs spends 9 % of the error; looks with the pulse spend the rest. */
    @Test
    void looksWithThePulseSpendTheRemainingError() {
        GatePolicy pulsed = GatePolicy.RELEASE.ofPulse();
        assertThat(pulsed.failLevel()).isCloseTo(0.91 * GatePolicy.FAIL_LEVEL, within(1e-12));
        assertThat(pulsed.passLevel()).isCloseTo(0.91 * GatePolicy.PASS_LEVEL, within(1e-12));
    }

    private static List<GateRun> unknown(List<GateRun> runs) {
        return runs.stream().map(run -> run.withPulse(null)).toList();
    }
}
