package org.ticktoquote.benchmarks.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ticktoquote.analysis.gate.GatePolicy;
import org.ticktoquote.analysis.gate.GateStatistic;
import org.ticktoquote.analysis.gate.GateVerdict;

/** The simulation in small: fixed seeds, wide bounds. The large one is in docs/benchmarks.md. */
final class GateSimulationTest {
    private static final int GATES = 300;
    private static final int TRIALS = 30;

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

    @Test
    void anEqualReleasePassesOnATunedRig() {
        assertThat(trials(Rig.TUNED, 1).share(GateVerdict.PASS)).isGreaterThan(90);
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
        Map<Coverage.Interval, Double> held = new Coverage(60, TRIALS, 1, 0).of(3);
        assertThat(held.get(Coverage.Interval.P99)).isGreaterThan(80);
        assertThat(held.get(Coverage.Interval.TIME_PER_YEAR)).isGreaterThan(80);
        assertThat(held.get(Coverage.Interval.CLIENTS_AS_INDEPENDENT)).isLessThan(40);
    }
}
