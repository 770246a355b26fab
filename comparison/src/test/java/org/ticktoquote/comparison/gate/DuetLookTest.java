package org.ticktoquote.comparison.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.summary.LevelState;

/** Ten pairs that leave p99 undecided, just below its margin, and gain nothing at p50. */
final class DuetLookTest {
    private static final Gate GATE = new Gate(GatePolicy.RELEASE.ofDuet());
    private static final int PAIRS = 10;
    private static final String LEVEL = "no answer later than 1 s";

    private static GateRun run(double p50, double p99) {
        Map<GateStatistic, Double> logs = Map.of(
                GateStatistic.P50, p50, GateStatistic.P99, p99, GateStatistic.TAIL, 0.0, GateStatistic.SHARE, 0.0);
        return new GateRun("run", logs, 0, 0, 1L);
    }

    private static GateDecision decide(SoloRuns solo) {
        List<GateRun> baseline = IntStream.range(0, PAIRS)
                .mapToObj(i -> run(i % 2 == 0 ? 0.1 : -0.1, i % 3 == 0 ? 0.5 : -0.5))
                .toList();
        List<GateRun> candidate = IntStream.range(0, PAIRS)
                .mapToObj(i -> run(
                        i % 2 == 0 ? -0.1 : 0.1,
                        (i % 3 == 0 ? 0.5 : -0.5) + Math.log(1.09) + (i % 2 == 0 ? 0.02 : -0.02)))
                .toList();
        return GATE.decide(GateInput.of(baseline, candidate).asDuet(solo));
    }

    private static SoloRuns solo(double slower) {
        List<Double> own = List.of(-0.001, 0.0, 0.001);
        return new SoloRuns(
                own.stream().map(log -> run(log, 0)).toList(),
                own.stream().map(log -> run(log + Math.log(slower), 0)).toList());
    }

    /** In the simulation's tuned rig these runs raise the share of detected 10 % slowdowns from 79 % to 100 %. */
    @Test
    void requestsSoloRunsEvenIfPairsLeaveAStatisticUndecided() {
        GateDecision pairs = decide(new SoloRuns(List.of(), List.of()));
        assertThat(pairs.verdict()).isEqualTo(GateVerdict.INCONCLUSIVE);
        assertThat(pairs.nextLook()).isZero();
        assertThat(pairs.nextSolo()).isEqualTo(3);

        assertThat(decide(solo(1.2)).verdict()).isEqualTo(GateVerdict.FAIL);
    }

    /** A statistic that pairs cannot decide never passes, so that a solo check is pointless. */
    @Test
    void requestsNoSoloCheckIfNothingCanPass() {
        GateDecision both = decide(solo(1));
        assertThat(both.verdict()).isEqualTo(GateVerdict.INCONCLUSIVE);
        assertThat(both.nextLook()).isZero();
        assertThat(both.nextSolo()).isZero();
    }

    /** The rules for single runs of the candidate include its solo runs. */
    @Test
    void hardLimitsLevelsAndLostTicksCountInSoloRuns() {
        GateRun good = run(0, 0).withServiceLevels(Map.of(LEVEL, LevelState.MET));
        assertThat(withSoloRun(good).verdict()).isEqualTo(GateVerdict.PASS);
        assertThat(withSoloRun(good.withServiceLevels(Map.of(LEVEL, LevelState.BROKEN)))
                        .reasons())
                .containsExactly("run: broken: " + LEVEL);
        GateDecision undecided = withSoloRun(good.withServiceLevels(Map.of()));
        assertThat(undecided.verdict()).isEqualTo(GateVerdict.INCONCLUSIVE);
        assertThat(undecided.nextLook()).as("pairs cannot decide it").isZero();
        GateRun lost = new GateRun("run", good.logs(), 1, 1, null).withServiceLevels(good.serviceLevels());
        assertThat(withSoloRun(lost).reasons())
                .containsExactly("the candidate lost ticks, the baseline none: run (1 lost tick)");
    }

    /** The service level of a run that does not count is not an objection. */
    @Test
    void pairsWithAnAbsentRunAreDropped() {
        List<GateRun> candidate = new ArrayList<>(pairs(1.001));
        candidate.set(1, GateRun.absent());
        GateRun good = run(0, 0).withServiceLevels(Map.of(LEVEL, LevelState.MET));
        assertThat(decide(candidate, good).reasons()).isEmpty();
        candidate.set(2, GateRun.absent());
        assertThat(decide(candidate, good).reasons())
                .containsExactly(
                        "p50 is undefined in at least one run: too many lost ticks, or fewer than two complete pairs");
    }

    /** Returns the runs of a side of three pairs. */
    private static List<GateRun> pairs(double factor) {
        return IntStream.range(0, 3)
                .mapToObj(i -> run(factor * i, factor * i).withServiceLevels(Map.of(LEVEL, LevelState.MET)))
                .toList();
    }

    /** Decides on pairs that pass, with a solo run of the candidate. */
    private static GateDecision withSoloRun(GateRun candidate) {
        return decide(pairs(1.001), candidate);
    }

    private static GateDecision decide(List<GateRun> candidate, GateRun solo) {
        Gate gate = new Gate(new GatePolicy(
                "p50",
                Map.of(GateStatistic.P50, 0.05),
                GatePolicy.THRESHOLD_NS,
                List.of(3, 5),
                GatePolicy.FAIL_LEVEL,
                GatePolicy.PASS_LEVEL,
                null,
                null,
                List.of(LEVEL)));
        GateRun good = run(0, 0).withServiceLevels(Map.of(LEVEL, LevelState.MET));
        return gate.decide(
                GateInput.of(pairs(1), candidate).asDuet(new SoloRuns(List.of(good, good), List.of(good, solo))));
    }
}
