package org.ticktoquote.comparison.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Ten pairs that leave p99 undecided, just below its margin, and gain nothing at p50. */
final class DuetLookTest {
    private static final Gate GATE = new Gate(GatePolicy.RELEASE.ofDuet());
    private static final int PAIRS = 10;

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
}
