package org.ticktoquote.comparison.gate.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.ticktoquote.comparison.gate.GateVerdict.INCONCLUSIVE;
import static org.ticktoquote.comparison.gate.GateVerdict.PASS;
import static org.ticktoquote.comparison.gate.GateVerdict.REFUSED;
import static org.ticktoquote.comparison.gate.verdict.GateScene.and;
import static org.ticktoquote.comparison.gate.verdict.GateScene.assertVerdict;
import static org.ticktoquote.comparison.gate.verdict.GateScene.judge;
import static org.ticktoquote.comparison.gate.verdict.GateScene.written;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.analysis.SampleRun;
import org.ticktoquote.comparison.gate.GatePolicy;
import org.ticktoquote.comparison.gate.GateStatistic;
import org.ticktoquote.comparison.gate.SmallestEffect;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.gate.runs.GatedRun.Standing;
import org.ticktoquote.comparison.gate.runs.RunFinder;
import org.ticktoquote.comparison.report.GateSections;
import org.ticktoquote.core.run.HostPulse;

final class GateJudgeTest {
    @TempDir
    private Path folder;

    private List<GatedRun> runs(String name, int runs, double factor) {
        return GateScene.runs(folder.resolve(name), runs, factor);
    }

    private GateReport equal() {
        return judge(runs("old", 3, 1), runs("new", 3, 1));
    }

    private static List<String> lines(GateReport report) {
        return GateSections.of(report, List.of()).lines();
    }

    @Test
    void equalRunsPassAndTheReportSurvivesARoundTrip() throws Exception {
        GateReport report = equal();
        assertThat(report.verdict()).isEqualTo(PASS);
        assertThat(report.decision().reasons()).isEmpty();
        assertThat(report.baseline().runs()).hasSize(3).allMatch(GateSide.Run::used);
        assertThat(new VerdictText(report).further(folder)).isEmpty();
        assertThat(report.pulse()).as("without any pulse").isNull();
        report.write(folder.resolve("a.json"));
        assertThat(GateReport.read(folder.resolve("a.json"))).isEqualTo(report);
    }

    /** Judges five alternating runs per side; {@code last} is the pulse of the last candidate run. */
    private GateReport pulsed(String last) {
        List<List<GatedRun>> sides = List.of(new ArrayList<>(), new ArrayList<>());
        for (int i = 0; i < 10; i++) {
            int side = (i + 1) / 2 % 2;
            Path run = folder.resolve("pulsed-" + last + "/" + side + "/run-" + i / 2);
            SampleRun sample = GateScene.at(run).factor(1 + 0.2 * (i % 5 % 3)).started("2026-11-20T14:0" + i + ":00Z");
            String ns = i == 9 ? last : Integer.toString(50_000 + 10_000 * (i % 5 % 3));
            new HostPulse(60_000, 60_000).facts(HostPulse.BEFORE).forEach(sample::fact);
            sample.fact("pulse.after.timerNs", ns).fact("pulse.after.roundTripNs", ns);
            sample.write();
            sides.get(side).addAll(RunFinder.of(run));
        }
        return judge(sides.get(0), sides.get(1));
    }

    @Test
    void reportsTheGainFromTheHostPulse() {
        GateReport report = pulsed("50000");
        assertThat(report.decision().look()).isEqualTo(5);
        assertThat(report.pulse()).isEqualTo(GateReport.PULSE_USED);
        assertThat(report.statistics().get(0).pulseGain()).isGreaterThan(2);
        assertThat(lines(report).toString())
                .containsPattern("The pulse of the host is used; it divides the variance of p50 by [0-9]+\\.[0-9]\\.");
        report.write(folder.resolve("gate.json"));
        assertThat(GateReport.read(folder.resolve("gate.json"))).isEqualTo(report);
    }

    @Test
    void reportsWhyTheHostPulseIsNotUsed() {
        assertThat(lines(pulsed("0"))).contains("- The pulse of the host is not used: 1 run without it.");
    }

    @Test
    void differingConditionsAreRefusedUnlessDeclared() {
        String fact = "fingerprint.cpu-model";
        List<GatedRun> before = runs("old", 3, 1);
        List<GatedRun> now = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            SampleRun run = GateScene.at(folder.resolve("new/run-" + i)).factor(1 + 0.001 * i);
            now.add(written(run.fact(fact, "another CPU")));
        }
        GateReport refused = judge(before, now);
        assertThat(refused.verdict()).isEqualTo(REFUSED);
        String difference = fact + ": 'a CPU' at the baseline, 'another CPU' at the candidate";
        assertThat(refused.conditions().differences()).containsExactly(difference);
        assertThat(lines(refused)).contains("- " + difference);
        GateRequest forced =
                new GateRequest(GatePolicy.RELEASE, before, now, false, Set.of(), true, List.of(), List.of(), null);
        assertThat(GateJudge.judge(forced).verdict()).isEqualTo(INCONCLUSIVE);
        GateRequest declared = new GateRequest(
                GatePolicy.RELEASE, before, now, false, Set.of(fact), false, List.of(), List.of(), null);
        assertThat(GateJudge.judge(declared).verdict()).isEqualTo(PASS);
    }

    @Test
    void refusesASideWithRunsOfSeveralReleases() {
        SampleRun other = GateScene.at(folder.resolve("other")).application("java -jar /opt/other.jar");
        GateReport report = judge(runs("old", 3, 1), and(runs("new", 2, 1), other));
        assertVerdict(
                report,
                REFUSED,
                "application: the runs of the candidate differ:"
                        + " 'java -jar app.jar --log={run}/app.log' (run-1, run-2)"
                        + " and 'java -jar other.jar --log={run}/app.log' (other)");
    }

    /** Directories of the same name are distinguished by their parents. */
    @Test
    void namesDirectoriesOfDifferingRuns() {
        SampleRun newer = GateScene.at(folder.resolve("newer/run-1"));
        newer.fact("applicationSha256", "another").fact("fingerprint.cpu-model", "another CPU");
        List<GatedRun> now = and(runs("new", 2, 1), newer);
        GateReport report = judge(runs("old", 3, 1), now);
        assertVerdict(
                report,
                REFUSED,
                "content of the application's files: the runs of the candidate differ: '"
                        + now.get(0).release() + "' (new/run-1, run-2) and '"
                        + now.get(2).release() + "' (newer/run-1)",
                "fingerprint.cpu-model: the runs of the candidate differ: 'a CPU' at the baseline,"
                        + " 'a CPU' (new/run-1, run-2) and 'another CPU' (newer/run-1) at the candidate");
    }

    @Test
    void voidRunsAreCountedButAreNoEvidence() {
        List<GatedRun> now = runs("new", 3, 1);
        for (int i = 0; i < 6; i++) {
            now = and(now, GateScene.at(folder.resolve("void-" + i)).validity("VOID"));
        }
        GateReport report = judge(runs("old", 6, 1), now);
        assertThat(report.candidate().voids()).hasSize(6);
        assertThat(report.verdict()).isEqualTo(INCONCLUSIVE);
        assertThat(report.decision().reasons().toString())
                .contains("VOID attempts differ: 0 of 6 of the baseline, 6 of 9");
        assertThat(new VerdictText(report).further(null)).contains("repeat t2q gate run: it continues this sequence");
        assertThat(new VerdictText(report).further(Path.of("gate")))
                .endsWith("Continue with: t2q gate run --resume gate");
    }

    /** Returns runs that are equal under the latest attribution. */
    private List<GatedRun> ambiguous(String name, double soonest) {
        return GateScene.runs(folder.resolve(name), 3, 1, 0.001, run -> run.soonest(soonest));
    }

    private static double p50(GateSide side) {
        return side.runs().get(0).values().get(GateStatistic.P50);
    }

    @Test
    void allFiguresOfAVerdictAreOfOneAttribution() {
        GateReport report = judge(ambiguous("old", 0.5), ambiguous("new", 0.75));
        assertThat(report.verdict()).isEqualTo(INCONCLUSIVE);
        assertThat(report.statistics().get(0).ratio()).isCloseTo(1.5, within(1e-4));
        assertThat(p50(report.candidate()) / p50(report.baseline())).isCloseTo(1.5, within(1e-4));
    }

    @Test
    void pinnedReleaseIsComparedByBothAttributions() {
        GateReport report =
                GateScene.judgeBeside(ambiguous("golden", 0.5), ambiguous("old", 0.75), ambiguous("new", 0.75));
        assertThat(report.verdict()).isEqualTo(PASS);
        assertThat(report.memory().golden().reasons())
                .containsExactly(
                        "ambiguous ticks decide: FAIL if answered at the soonest, PASS if answered at the latest");
    }

    @Test
    void runThatFailedBeforeMeasurementCounts() {
        List<GatedRun> now = new ArrayList<>(runs("new", 2, 1));
        now.add(GatedRun.unmeasured("new/run-3", "", Standing.COUNTS, ""));
        GateReport report = judge(runs("old", 3, 1), now);
        assertThat(report.verdict()).isEqualTo(INCONCLUSIVE);
        assertThat(report.decision().reasons().toString()).contains("new/run-3 (nothing was measured)");
    }

    private List<GatedRun> failed(String name) {
        return GateScene.runs(folder.resolve(name), 3, 1, 0.001, run -> run.validity("FAILED"));
    }

    @Test
    void candidateWhoseRunsFailedNeverPassesUnlessTheBaselineFailedToo() {
        List<GatedRun> now = failed("new");
        GateReport report = judge(runs("old", 3, 1), now);
        assertVerdict(report, INCONCLUSIVE);
        assertThat(lines(report)).contains("- the candidate FAILED in 3 runs, the baseline in none: a-rule");
        assertVerdict(judge(failed("old"), now), PASS);
    }

    @Test
    void historyShowsDetectableEffectAndChangePoint() {
        List<GatedRun> old = runs("old", 3, 1);
        List<GatedRun> now = runs("new", 3, 1);
        List<GatedRun> earlier = new ArrayList<>(runs("h1", 10, 1));
        earlier.addAll(runs("h2", 10, 1.2));
        List<GatedRun> golden = runs("golden", 3, 0.5);
        GateReport report = GateJudge.judge(
                new GateRequest(GatePolicy.RELEASE, old, now, false, Set.of(), false, earlier, golden, null));
        assertThat(report.memory().history().runs()).isEqualTo(20);
        assertThat(report.memory().history().smallest())
                .extracting(SmallestEffect::statistic)
                .as("no share without late ticks")
                .containsExactly(GateStatistic.P50, GateStatistic.P99, GateStatistic.TAIL);
        assertThat(report.memory().history().changes().get(0)).startsWith("p50 is 1.200 times its earlier value");
        assertThat(report.memory().golden()).isNotNull();
        assertThat(lines(report).toString()).contains("twice the margins (advisory): FAIL");
    }

    @Test
    void unmeasuredRunsHaveNoHistory() {
        GatedRun failed = GatedRun.unmeasured("run-1", "2026-11-20T14:00:00Z", Standing.COUNTS, "");
        assertThat(lines(judge(List.of(failed), List.of(failed.named("run-2")))))
                .contains("- No run was measured, so there is no fingerprint and no history.")
                .noneMatch(line -> line.contains("History of fingerprint"));
    }

    /** Equal releases would pass with such runs, before the last look too. */
    @ParameterizedTest
    @CsvSource({"7, 10", "10, 0"})
    void ratioCloseToItsMarginHasNoNextStep(int runs, int nextLook) {
        GateReport report = judge(runs("old", runs, 1), runs("new", runs, 1.0495));
        assertVerdict(report, INCONCLUSIVE);
        assertThat(report.decision().nextLook()).isEqualTo(nextLook);
        assertThat(lines(report))
                .contains("- next: none; the ratio is close to its margin, where further runs decide little");
    }
}
