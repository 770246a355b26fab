package org.ticktoquote.comparison.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.ticktoquote.analysis.Refusals.assertRefused;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class GatePolicyTest {
    @Test
    void readsAPolicy() {
        GatePolicy policy = GatePolicy.read("own.yaml", """
                margins: {p50: 5 %, p99.9: 12.5 %}
                threshold: 15ms
                looks: [4, 8]
                veto:
                  latest: 100ms
                  lost: 0
                slo:
                - p99.9 of response in any 1min < 5ms
                - no answer later than 100 ms
                """);
        Map<GateStatistic, Double> margins = Map.of(GateStatistic.P50, 0.05, GateStatistic.P99_9, 0.125);
        List<String> levels = List.of("p99.9 of response in any 60 s < 5 ms", "no answer later than 100 ms");
        assertThat(policy)
                .isEqualTo(new GatePolicy(
                        policy.name(), margins, 15_000_000, List.of(4, 8), 0.0075, 0.05, 100_000_000L, 0L, levels));
    }

    @Test
    void missingKeysDefaultToTheReleasePolicy() {
        GatePolicy policy = GatePolicy.read("own.yaml", "threshold: 15ms");
        assertThat(policy.margins()).isEqualTo(GatePolicy.RELEASE.margins());
        assertThat(policy.looks()).isEqualTo(GatePolicy.LOOKS);
        assertThat(policy.vetoLatestNs()).isNull();
    }

    @Test
    void reportsEveryMistakeWithItsPosition() {
        assertRefused(
                () -> GatePolicy.read("own.yaml", """
                margins: {p50: 5, p98: 3 %}
                looks: [5, 3]
                veto: {latest: soon, lost: -1}
                tresholds: 1ms
                slo: [p99 of nothing < 1 ms, no answer, no answer later than 1 s, no answer later than 1000 ms]
                """),
                "own.yaml:1:16: p50: '5', expected a percentage above 0 %",
                "own.yaml:1:19: p98: unknown key",
                "own.yaml:2:8: looks: '[...]', expected increasing numbers of runs",
                "own.yaml:3:16: latest: 'soon', expected a duration above 0",
                "own.yaml:3:28: lost: '-1', expected a whole number",
                "own.yaml:5:7: slo: 'p99 of nothing < 1 ms' has 'nothing' at character 8, expected response",
                "own.yaml:5:30: slo: 'no answer' ends after character 9, expected 'later'",
                "own.yaml:5:67: slo: 'no answer later than 1000 ms' is given twice",
                "own.yaml:4:1: tresholds: unknown key (did you mean 'threshold'?)");
    }

    @Test
    void namesWindowsByTimesAndAddsContentIfTimesAreEqual() {
        GateFingerprint one = window("run-1", "content a", "12:00 to 12:01");
        GateFingerprint other = window("run-2", "content b", "12:00 to 12:02");
        GateFingerprint third = window("run-3", "content c", "12:00 to 12:01");
        assertThat(GateFingerprint.problems(List.of(one), List.of(other), Set.of()))
                .containsExactly("window: '12:00 to 12:01' at the baseline, '12:00 to 12:02' at the candidate");
        assertThat(GateFingerprint.problems(List.of(one), List.of(third), Set.of()))
                .containsExactly(
                        "window: '12:00 to 12:01, content a' at the baseline, '12:00 to 12:01, content c' at the"
                                + " candidate");
        assertThat(GateFingerprint.problems(List.of(one), List.of(window("run-4", "content a", "T0..")), Set.of()))
                .isEmpty();
    }

    private static GateFingerprint window(String run, String value, String shown) {
        return new GateFingerprint(run, Map.of("window", value), Map.of("window", shown));
    }

    private static GateFingerprint facts(String run, String... namesAndValues) {
        Map<String, String> values = new TreeMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return new GateFingerprint(run, values);
    }

    @Test
    void comparesFingerprintsByFactAndNamesRunsThatDiffer() {
        GateFingerprint one = facts("run-1", "cpuModel", "a", "kernel", "6.1", "applicationSha256", "x");
        GateFingerprint other = facts("run-2", "cpuModel", "b", "applicationSha256", "y");
        GateFingerprint third = facts("run-3", "cpuModel", "a", "kernel", "6.1");
        Set<String> application = Set.of("applicationSha256");
        assertThat(GateFingerprint.problems(List.of(one), List.of(other), application))
                .containsExactly(
                        "cpuModel: 'a' at the baseline, 'b' at the candidate",
                        "kernel: '6.1' at the baseline, not stated at the candidate");
        assertThat(GateFingerprint.problems(
                        List.of(one), List.of(other), Set.of("applicationSha256", "kernel", "cpuModel")))
                .isEmpty();
        assertThat(GateFingerprint.problems(List.of(one, other, third), List.of(one), application))
                .containsExactly(
                        "applicationSha256: the runs of the baseline differ: not stated (run-3) and 'x' (run-1) and 'y'"
                                + " (run-2) at the baseline, 'x' at the candidate",
                        "cpuModel: the runs of the baseline differ: 'a' (run-1, run-3) and 'b' (run-2) at the baseline,"
                                + " 'a' at the candidate",
                        "kernel: the runs of the baseline differ: '6.1' (run-1, run-3) and not stated (run-2) at the"
                                + " baseline, '6.1' at the candidate");
        GateFingerprint fourth = facts("run-4", "cpuModel", "b", "kernel", "6.1");
        assertThat(GateFingerprint.problems(List.of(one), List.of(third, fourth), application))
                .containsExactly("cpuModel: the runs of the candidate differ: 'a' at the baseline,"
                        + " 'a' (run-3) and 'b' (run-4) at the candidate");
        assertThat(GateFingerprint.problems(List.of(third, fourth), List.of(fourth, third), application))
                .containsExactly("cpuModel: the runs of both sides differ: 'a' (run-3) and 'b' (run-4) at the baseline,"
                        + " 'a' (run-3) and 'b' (run-4) at the candidate");
    }

    @Test
    void boundsTheFalseAlarmsPerYear() {
        assertThat(GatePolicy.RELEASE.falseAlarmsPerYear(20, 73)).isCloseTo(0.75, within(1e-9));
    }
}
