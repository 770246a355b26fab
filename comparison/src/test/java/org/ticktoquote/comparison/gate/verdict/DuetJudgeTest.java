package org.ticktoquote.comparison.gate.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.ticktoquote.comparison.gate.GateVerdict.FAIL;
import static org.ticktoquote.comparison.gate.GateVerdict.INCONCLUSIVE;
import static org.ticktoquote.comparison.gate.GateVerdict.PASS;
import static org.ticktoquote.comparison.gate.GateVerdict.REFUSED;
import static org.ticktoquote.comparison.gate.verdict.GateScene.assertVerdict;
import static org.ticktoquote.comparison.gate.verdict.GateScene.at;
import static org.ticktoquote.comparison.gate.verdict.GateScene.side;
import static org.ticktoquote.comparison.gate.verdict.GateScene.written;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.analysis.SampleRun;
import org.ticktoquote.analysis.statistics.Quantiles;
import org.ticktoquote.comparison.gate.GatePolicy;
import org.ticktoquote.comparison.gate.GateStatistic;
import org.ticktoquote.comparison.gate.LogDifference;
import org.ticktoquote.comparison.gate.StatisticResult;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.gate.runs.GatedRun.Standing;
import org.ticktoquote.comparison.report.GateSections;

/** Verdicts on pairs of concurrent runs and on additional solo runs. */
final class DuetJudgeTest {
    /** Noise common to both runs of a pair, too large to decide without pairs. */
    private static final double[] NOISE = {1, 1.4, 0.8, 1.1, 0.7, 1.3, 0.9, 1.2, 1.5, 0.6};

    @TempDir
    private Path folder;

    private final List<GatedRun> baseline = new ArrayList<>();
    private final List<GatedRun> candidate = new ArrayList<>();

    private GatedRun run(String name, double factor, int minute) {
        return written(at(folder.resolve(name), minute).factor(factor));
    }

    private void pair(int number, double noise, double slower, String validity) {
        double own = 1 + 0.002 * (number % 3 - 1);
        baseline.add(written(side(folder, "old", number).factor(noise)));
        SampleRun other = side(folder, "new", number).factor(noise * slower * own);
        candidate.add(written(other.validity(validity)));
    }

    private void pairs(int pairs, double slower) {
        for (int i = 1; i <= pairs; i++) {
            pair(i, NOISE[i - 1], slower, "VALID");
        }
    }

    private void solo(int runs, double slower) {
        for (int i = 1; i <= runs; i++) {
            baseline.add(run("old/solo-" + i, 1 + 0.001 * i, 100 + i));
            candidate.add(run("new/solo-" + i, slower * (1 + 0.001 * i), 100 + i));
        }
    }

    private GateReport judge() {
        return GateScene.judge(baseline, candidate);
    }

    private GateReport.PinnedComparison golden(List<GatedRun> pinned) {
        return GateScene.judgeBeside(pinned, baseline, candidate).memory().golden();
    }

    private static List<Double> p50(List<GatedRun> runs) {
        return runs.stream()
                .map(run -> run.latest(GatePolicy.THRESHOLD_NS).logs().get(GateStatistic.P50))
                .toList();
    }

    private static StatisticResult of(GateReport report, GateStatistic statistic) {
        return report.statistics().stream()
                .filter(result -> result.statistic() == statistic)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void noiseSharedByAPairCancelsOut() {
        pairs(3, 1.5);
        GateReport report = judge();
        assertVerdict(report, FAIL);
        StatisticResult p50 = of(report, GateStatistic.P50);
        assertThat(p50.ratio()).isCloseTo(1.5, within(0.01));
        assertThat(p50.duet()).isNotNull();
        assertThat(p50.duet().gain()).isGreaterThan(10);
        assertThat(p50.duet().signFlip()).isNull();
        assertThat(report.duet().pairs()).hasSize(3);
        assertThat(GateSections.of(report, List.of()).lines().get(0))
                .isEqualTo("FAIL  The candidate is worse, by policy release, at 3 pairs of a duet.");
    }

    @Test
    void duetPassesOnlyIfTwoSoloPairsConfirmIt() {
        pairs(3, 1);
        GateReport alone = judge();
        assertVerdict(alone, INCONCLUSIVE, "a duet passes only with two solo pairs as a check; there are none");
        assertThat(alone.decision().nextLook()).isZero();
        assertThat(alone.duet().nextSolo()).isEqualTo(2);
        solo(2, 1);
        GateReport checked = judge();
        assertVerdict(checked, PASS);
        assertThat(checked.duet().solo()).isEqualTo(2);
        candidate.add(GatedRun.unmeasured("new/solo-3", candidate.get(4).startedAt(), Standing.COUNTS, ""));
        assertVerdict(judge(), INCONCLUSIVE);
        assertThat(judge().decision().reasons())
                .containsExactly("the candidate lost ticks, the baseline none: new/solo-3 (nothing was measured)");
        assertThat(judge().candidate().runs()).allMatch(GateSide.Run::used);
    }

    /** Runs without any measurement never complete a look of solo runs. */
    @Test
    void candidateThatFailsInTwoSoloRunsFailsWithoutFurtherOnes() {
        pairs(3, 1);
        baseline.add(run("old/solo-1", 1, 101));
        candidate.add(GatedRun.unmeasured("new/solo-1", baseline.get(3).startedAt(), Standing.COUNTS, ""));
        assertThat(judge().duet().nextSolo()).isEqualTo(2);
        candidate.add(GatedRun.unmeasured("new/solo-2", baseline.get(3).startedAt(), Standing.COUNTS, ""));
        assertVerdict(judge(), FAIL);
    }

    /** Adds pairs in which one application ends before any measurement, which ends the other run too. */
    private void unstarted(int pairs, List<GatedRun> failed, List<GatedRun> ended) {
        String startedAt = "2026-11-20T14:00:00Z";
        for (int i = 1; i <= pairs; i++) {
            failed.add(GatedRun.unmeasured("failed/run-" + i, startedAt, Standing.COUNTS, ""));
            ended.add(GatedRun.unmeasured(
                    "ended/run-" + i, startedAt, Standing.LEFT_OUT, "the concurrent run ended: status 1"));
        }
    }

    private GateReport judgePairs() {
        assertThat(DuetRuns.count(baseline, candidate)).isEqualTo(3);
        GateReport report = GateJudge.judge(new GateRequest(
                GatePolicy.RELEASE, baseline, candidate, true, Set.of(), false, List.of(), List.of(), null));
        assertThat(report.decision().look()).isEqualTo(3);
        assertThat(report.decision().nextLook()).isZero();
        assertThat(report.duet().nextSolo()).isZero();
        assertThat(GateSections.of(
                                report,
                                Stream.concat(baseline.stream(), candidate.stream())
                                        .toList())
                        .html())
                .contains("failed/run-3");
        return report;
    }

    /** The same as in a gate of solo runs. */
    @Test
    void candidateThatNeverStartsFailsAtTheFirstLook() {
        unstarted(3, candidate, baseline);
        GateReport report = judgePairs();
        assertVerdict(report, FAIL);
        assertThat(report.decision().reasons().toString()).contains("failed/run-3 (nothing was measured)");
        assertThat(GateScene.judge(List.of(), candidate).verdict())
                .as("without the knowledge that these are pairs")
                .isEqualTo(INCONCLUSIVE);
    }

    @Test
    void baselineThatNeverStartsNeedsNoFurtherPairs() {
        unstarted(3, baseline, candidate);
        GateReport report = judgePairs();
        assertVerdict(report, INCONCLUSIVE, "no run of the baseline was measured, so there is nothing to compare with");
    }

    @Test
    void contradictingSoloRunsPreventAPass() {
        pairs(3, 1);
        solo(2, 1.3);
        GateReport report = judge();
        assertVerdict(report, INCONCLUSIVE);
        assertThat(report.decision().reasons().get(0)).startsWith("not confirmed by the solo runs: p50 is 1.300 times");
        assertThat(report.duet().nextSolo()).isZero();
    }

    @Test
    void soloRunsDecideIfPairsGainNothing() {
        double[] own = {0.9, 1.1, 1};
        for (int i = 1; i <= 3; i++) {
            pair(i, own[i - 1], (2 - own[i - 1]) / own[i - 1], "VALID");
        }
        GateReport pairs = judge();
        assertThat(of(pairs, GateStatistic.P50).duet().solo()).isTrue();
        assertThat(of(pairs, GateStatistic.P50).ratio()).isNull();
        assertVerdict(pairs, INCONCLUSIVE);
        assertThat(pairs.duet().nextSolo()).isEqualTo(3);
        solo(3, 1);
        assertVerdict(judge(), PASS);
        assertThat(of(judge(), GateStatistic.P50).ratio()).isCloseTo(1, within(0.001));
    }

    /** Both runs of a pair start at once, and the pairs a minute apart. */
    @Test
    void neededPairsFollowFromTheLevelsAndTheTimeOfADuet() {
        double[] own = {1, 1.12, 0.9};
        for (int i = 1; i <= 3; i++) {
            pair(i, NOISE[i - 1], own[i - 1], "VALID");
        }
        GateReport report = judge();
        NeededRuns needed = Objects.requireNonNull(report.needed());
        assertThat(needed.secondsPerRun()).isEqualTo(60);
        double spread = needed.undecided().get(0).spread();
        GatePolicy duet = GatePolicy.RELEASE.ofDuet();
        double z = Quantiles.normalBeyond(duet.passLevels().get(3)) + Quantiles.normalBeyond(0.05);
        assertThat(needed.runs()).isEqualTo((long) Math.ceil(2 * Math.pow(z * spread / Math.log(1.05), 2)));
        assertThat(new VerdictText(report).outlook().get(1))
                .startsWith("needed: about " + needed.runs() + " pairs (" + needed.runs() + " min)");
    }

    /** A statistic can err twice: each test gets half of the FAIL level and two thirds of the PASS level. */
    @Test
    void pairsSpendOnlyPartOfTheErrorLevel() {
        pairs(3, 1.5);
        GatePolicy release = GatePolicy.RELEASE;
        assertThat(release.ofDuet().failLevel()).isEqualTo(release.failLevel() / 2);
        assertThat(release.ofDuet().passLevel()).isCloseTo(0.1 / 3, within(1e-12));
        assertThat(release.ofDuet().margins()).isEqualTo(release.margins());
        StatisticResult p50 = of(judge(), GateStatistic.P50);
        LogDifference difference = LogDifference.paired(p50(baseline), p50(candidate));
        double level = release.ofDuet().failLevels().get(0);
        assertThat(p50.low()).isCloseTo(Math.exp(difference.lower(level)), within(1e-6));
        double pass = release.ofDuet().passLevels().get(0);
        assertThat(p50.high()).isCloseTo(Math.exp(difference.upper(pass)), within(1e-6));
        assertThat(p50.low())
                .isLessThan(Math.exp(difference.lower(release.failLevels().get(0))) - 1e-4);
    }

    /** Runs of a duet are slowed down by the other application. */
    @Test
    void onlySoloRunsAreComparedWithThePinnedRelease() {
        pairs(3, 1);
        solo(3, 1);
        List<GatedRun> pinned = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            pinned.add(run("pinned/run-" + i, 1 + 0.001 * i, i));
        }
        GateReport.PinnedComparison golden = golden(pinned);
        assertThat(golden.verdict()).as(golden.reasons().toString()).isEqualTo(PASS);
        assertThat(golden.statistics().get(0).ratio()).isCloseTo(1, within(1e-6));
        candidate.removeIf(run -> !run.duet());
        baseline.removeIf(run -> !run.duet());
        assertThat(golden(pinned).reasons()).containsExactly("0 runs a side, expected 3 or more");
    }

    @Test
    void runWhosePartnerDoesNotCountIsLeftOut() {
        pairs(3, 1.5);
        pair(4, 1, 9, "VOID");
        GateReport report = judge();
        assertThat(report.duet().pairs()).hasSize(3);
        assertThat(report.baseline().leftOut())
                .containsExactly(new GateSide.Unused("run-4", "the other run of its pair does not count"));
        assertVerdict(report, FAIL);
    }

    /** A FAILED run counts against the candidate even if the host disturbed the concurrent baseline. */
    @ParameterizedTest
    @CsvSource({
        "1, 'the candidate lost ticks, the baseline none: run-3'",
        "0, 'the candidate FAILED in 1 run, the baseline in none: a-rule'"
    })
    void failedRunCountsWithoutItsPartner(int lost, String reason) {
        pairs(2, 1);
        baseline.add(written(side(folder, "old", 3).validity("VOID")));
        candidate.add(written(side(folder, "new", 3).lost(lost).validity("FAILED")));
        GateReport report = judge();
        assertThat(report.decision().look()).isEqualTo(3);
        assertVerdict(report, INCONCLUSIVE);
        assertThat(report.decision().reasons().toString()).contains(reason);
    }

    @Test
    void completePairsDecideNextToAPairOfWhichOneRunCounts() {
        pairs(5, 1.5);
        baseline.set(1, written(side(folder, "old", 2).validity("VOID")));
        candidate.set(1, written(side(folder, "new", 2).factor(1.5).validity("FAILED")));
        assertThat(judge().duet().pairs()).hasSize(5);
        assertVerdict(judge(), FAIL);
        baseline.clear();
        candidate.clear();
        pairs(5, 1);
        solo(2, 1);
        baseline.set(1, written(side(folder, "old", 2).validity("FAILED")));
        candidate.set(1, written(side(folder, "new", 2).validity("VOID")));
        assertVerdict(judge(), PASS);
    }

    @Test
    void duetShowsNoAbsoluteFigures() {
        pairs(3, 1.5);
        solo(2, 1.5);
        GateReport report = judge();
        assertThat(report.candidate().runs()).hasSize(5).allSatisfy(run -> {
            assertThat(run.values()).isEmpty();
            assertThat(run.curve()).isEmpty();
            assertThat(run.latestNs()).isNull();
        });
    }

    /** The condition "duet" covers every effect of another application on the host. */
    @Test
    void duetIsNeverComparedWithSoloRuns() {
        pairs(3, 1);
        candidate.clear();
        for (int i = 1; i <= 3; i++) {
            candidate.add(run("new/solo-" + i, 1, 100 + i));
        }
        GateReport report = judge();
        assertVerdict(report, REFUSED);
        assertThat(report.conditions().differences())
                .containsExactly(
                        "duet: 'in parallel with another release' at the baseline, not stated at the candidate");
    }
}
