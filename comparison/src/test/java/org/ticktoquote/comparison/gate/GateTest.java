package org.ticktoquote.comparison.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.summary.LevelState;
import org.ticktoquote.comparison.gate.StatisticResult.Label;

final class GateTest {
    private final Gate gate = new Gate(GatePolicy.RELEASE);

    /** Returns runs whose statistics are {@code factor} times 1 ms and differ slightly from run to run. */
    private static List<GateRun> runs(int runs, double factor, double spread) {
        List<GateRun> found = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            Map<GateStatistic, Double> logs = new EnumMap<>(GateStatistic.class);
            double log = Math.log(1e6 * factor) + spread * (i % 3 - 1);
            for (GateStatistic statistic : GateStatistic.values()) {
                logs.put(statistic, log);
            }
            found.add(new GateRun("run-" + (i + 1), logs, 0, 0, 2_000_000L));
        }
        return found;
    }

    private static GateRun losing(GateRun run, long lost, long episodes) {
        return new GateRun(run.name(), run.logs(), lost, episodes, null);
    }

    @Test
    void clearlySlowerCandidateFailsWithTheStatistic() {
        GateDecision decision =
                gate.decide(GateInput.of(runs(3, 1, 0.005), runs(3, 1.2, 0.005)).withHistory(runs(20, 1, 0.005)));
        assertThat(decision.verdict()).isEqualTo(GateVerdict.FAIL);
        assertThat(decision.reasons().get(0)).startsWith("p50 is 1.200 times the baseline's (at least 1.1");
    }

    /** Equal under the latest attribution, much slower under the soonest. */
    private GateDecision contradicted(int runs) {
        return gate.decide(
                GateInput.of(runs(runs, 1, 0.001), runs(runs, 1, 0.001)),
                GateInput.of(runs(runs, 1, 0.001), runs(runs, 2, 0.001)));
    }

    @Test
    void contradictingAttributionsContinueToTheNextLook() {
        GateDecision first = contradicted(3);
        assertThat(first.verdict()).isEqualTo(GateVerdict.INCONCLUSIVE);
        assertThat(first.look()).isEqualTo(3);
        assertThat(first.nextLook()).isEqualTo(5);
        assertThat(contradicted(6).nextLook()).isEqualTo(7);
        GateDecision last = contradicted(10);
        assertThat(last.look()).isEqualTo(10);
        assertThat(last.nextLook()).isZero();
        assertThat(last.reasons())
                .hasSize(1)
                .first()
                .asString()
                .contains("FAIL if answered at the soonest", "PASS if answered at the latest");
    }

    private static final String LEVEL = "no answer later than 5 ms";

    private static Gate heldTo(String level) {
        return new Gate(new GatePolicy(
                "own", GatePolicy.RELEASE.margins(), 1, GatePolicy.LOOKS, 0.0075, 0.05, null, null, List.of(level)));
    }

    /** Returns runs that met the level, the last one with the given states. */
    private static List<GateRun> held(Map<String, LevelState> last) {
        List<GateRun> candidate = new ArrayList<>(runs(3, 1, 0.001));
        candidate.replaceAll(run -> run.withServiceLevels(Map.of(LEVEL, LevelState.MET)));
        candidate.set(2, candidate.get(2).withServiceLevels(last));
        return candidate;
    }

    @Test
    void serviceLevelIsAHardLimitForEveryCandidateRun() {
        List<GateRun> baseline = runs(3, 1, 0.001);
        GateDecision met = heldTo(LEVEL).decide(GateInput.of(baseline, held(Map.of(LEVEL, LevelState.MET))));
        assertThat(met.verdict()).isEqualTo(GateVerdict.PASS);
        GateDecision broken = heldTo(LEVEL).decide(GateInput.of(baseline, held(Map.of(LEVEL, LevelState.BROKEN))));
        assertThat(broken.verdict()).isEqualTo(GateVerdict.FAIL);
        assertThat(broken.reasons()).containsExactly("run-3: broken: " + LEVEL);
        GateDecision atOnce = heldTo(LEVEL)
                .decide(GateInput.of(
                        runs(1, 1, 0.001),
                        held(Map.of(LEVEL, LevelState.BROKEN)).subList(2, 3)));
        assertThat(atOnce.verdict()).as("before the first look").isEqualTo(GateVerdict.FAIL);
        GateDecision open = heldTo(LEVEL).decide(GateInput.of(baseline, held(Map.of(LEVEL, LevelState.UNDECIDED))));
        assertThat(open.verdict()).isEqualTo(GateVerdict.INCONCLUSIVE);
        assertThat(open.reasons()).containsExactly("run-3: undecided: " + LEVEL);
        GateDecision unknown = heldTo(LEVEL).decide(GateInput.of(baseline, held(Map.of())));
        assertThat(unknown.verdict()).isEqualTo(GateVerdict.INCONCLUSIVE);
        assertThat(unknown.reasons())
                .containsExactly("run-3: not analysed for '" + LEVEL + "'; add it with t2q analyze --slo");
        List<GateRun> silent = held(Map.of());
        silent.set(2, GateRun.unmeasured("run-3"));
        assertThat(heldTo(LEVEL).decide(GateInput.of(baseline, silent)).verdict())
                .isEqualTo(GateVerdict.FAIL);
    }

    @Test
    void serviceLevelsDoNotApplyToBaselineOrPinnedRelease() {
        assertThat(heldTo(LEVEL)
                        .decide(GateInput.of(
                                held(Map.of(LEVEL, LevelState.BROKEN)), held(Map.of(LEVEL, LevelState.MET))))
                        .verdict())
                .isEqualTo(GateVerdict.PASS);
        GatePolicy policy = new GatePolicy(
                "own", Map.of(GateStatistic.P50, 0.1), 1, GatePolicy.LOOKS, 0.1, 0.1, 1L, 0L, List.of(LEVEL));
        assertThat(policy.wider(2).serviceLevels()).isEmpty();
        assertThat(policy.ofDuet().serviceLevels()).containsExactly(LEVEL);
    }

    @Test
    void oneLostTickIsReportedInTheSingular() {
        List<GateRun> candidate = new ArrayList<>(runs(3, 1, 0.001));
        candidate.set(0, losing(candidate.get(0), 1, 1));
        assertThat(gate.decide(GateInput.of(runs(3, 1, 0.001), candidate)).reasons())
                .contains("the candidate lost ticks, the baseline none: run-1 (1 lost tick)");
    }

    /** Certainly 4 % slower: below the margin of 5 %, so not a failure. Its upper bound is above the margin, so not a pass. */
    @Test
    void slowdownBelowTheMarginDoesNotFail() {
        GateDecision decision = gate.decide(
                GateInput.of(runs(3, 1, 0.002), runs(3, 1.048, 0.002)).withHistory(runs(20, 1, 0.002)));
        assertThat(decision.verdict()).isEqualTo(GateVerdict.INCONCLUSIVE);
        assertThat(decision.nextLook()).isEqualTo(5);
        assertThat(decision.reasons()).containsExactly("p50 is 1.048 times the baseline's, at most 1.052, limit 1.050");
    }

    @Test
    void firstDecisiveLookEndsTheGate() {
        List<GateRun> candidate = new ArrayList<>(runs(3, 1, 0.001));
        candidate.addAll(runs(7, 2, 0.001));
        assertThat(gate.decide(GateInput.of(runs(10, 1, 0.001), candidate)).look())
                .isEqualTo(3);
    }

    @Test
    void noisyRunsAreInconclusiveAfterTheLastLook() {
        GateDecision decision = gate.decide(GateInput.of(runs(10, 1, 0.3), runs(10, 1, 0.3)));
        assertThat(decision.verdict()).isEqualTo(GateVerdict.INCONCLUSIVE);
        assertThat(decision.look()).isEqualTo(10);
        assertThat(decision.nextLook()).isZero();
    }

    @Test
    void tooFewRunsAreInconclusive() {
        GateDecision decision = gate.decide(GateInput.of(runs(2, 1, 0.001), runs(5, 9, 0.001)));
        assertThat(decision.verdict()).isEqualTo(GateVerdict.INCONCLUSIVE);
        assertThat(decision.reasons()).containsExactly("2 runs a side, expected 3 or more");
    }

    @Test
    void lostTicksInTwoRunsAndThreeEpisodesFail() {
        List<GateRun> candidate = new ArrayList<>(runs(3, 1, 0.001));
        candidate.set(0, losing(candidate.get(0), 5, 2));
        assertThat(gate.decide(GateInput.of(runs(3, 1, 0.001), candidate)).verdict())
                .isEqualTo(GateVerdict.INCONCLUSIVE);
        candidate.set(2, losing(candidate.get(2), 1, 1));
        GateDecision decision = gate.decide(GateInput.of(runs(3, 1, 0.001), candidate));
        assertThat(decision.verdict()).isEqualTo(GateVerdict.FAIL);
        assertThat(decision.reasons())
                .containsExactly(
                        "the candidate lost ticks, the baseline none: run-1 (5 lost ticks), run-3 (1 lost tick)");

        List<GateRun> baseline = new ArrayList<>(runs(3, 1, 0.001));
        baseline.set(1, losing(baseline.get(1), 1, 1));
        assertThat(gate.decide(GateInput.of(baseline, candidate)).verdict()).isEqualTo(GateVerdict.PASS);
    }

    @Test
    void applicationThatFailsTwiceFailsTheGate() {
        List<GateRun> candidate = new ArrayList<>(runs(3, 1, 0.001));
        candidate.set(0, GateRun.unmeasured("run-1"));
        candidate.set(1, GateRun.unmeasured("run-2"));
        assertThat(gate.decide(GateInput.of(runs(3, 1, 0.001), candidate)).verdict())
                .isEqualTo(GateVerdict.FAIL);
    }

    @Test
    void hardLimitFailsIndependentlyOfTheStatistics() {
        GatePolicy policy = new GatePolicy(
                "own", GatePolicy.RELEASE.margins(), 10_000_000, GatePolicy.LOOKS, 0.0075, 0.05, 1_900_000L, 0L);
        GateDecision decision = new Gate(policy).decide(GateInput.of(runs(3, 1, 0.001), runs(3, 1, 0.001)));
        assertThat(decision.verdict()).isEqualTo(GateVerdict.FAIL);
        assertThat(decision.reasons()).contains("run-1: latest answer after 2.00 ms, limit 1.90 ms");
    }

    @Test
    void showsTheExcessIfAnswerAndHardLimitRoundAlike() {
        GatePolicy policy = new GatePolicy(
                "own", GatePolicy.RELEASE.margins(), 10_000_000, GatePolicy.LOOKS, 0.0075, 0.05, 1_999_999L, null);
        GateDecision decision = new Gate(policy).decide(GateInput.of(runs(3, 1, 0.001), runs(3, 1, 0.001)));
        assertThat(decision.reasons()).contains("run-1: latest answer after 2.00 ms, limit 2.00 ms, exceeded by 1 ns");
    }

    @Test
    void oneRunBeyondAHardLimitFailsTheGate() {
        GatePolicy policy = new GatePolicy(
                "own", GatePolicy.RELEASE.margins(), 10_000_000, GatePolicy.LOOKS, 0.0075, 0.05, 1_900_000L, null);
        List<GateRun> late = runs(1, 1, 0.001);
        GateDecision first = new Gate(policy).decide(GateInput.of(runs(1, 1, 0.001), late));
        assertThat(first.verdict()).isEqualTo(GateVerdict.FAIL);
        assertThat(first.look()).isEqualTo(1);

        List<GateRun> fourth = new ArrayList<>(runs(3, 0.5, 0.001));
        fourth.addAll(late);
        assertThat(new Gate(policy)
                        .decide(GateInput.of(runs(4, 1, 0.001), fourth))
                        .verdict())
                .as("a PASS at 3 runs does not hide it")
                .isEqualTo(GateVerdict.FAIL);
    }

    @Test
    void undefinedStatisticIsUnresolvedAndPreventsAPass() {
        List<GateRun> candidate = new ArrayList<>(runs(3, 1, 0.001));
        Map<GateStatistic, Double> logs = new EnumMap<>(candidate.get(1).logs());
        logs.remove(GateStatistic.TAIL);
        logs.remove(GateStatistic.MAX);
        candidate.set(1, new GateRun("run-2", logs, 0, 0, 2L));
        GateDecision decision = gate.decide(GateInput.of(runs(3, 1, 0.001), candidate));
        assertThat(decision.verdict()).isEqualTo(GateVerdict.INCONCLUSIVE);
        assertThat(decision.reasons()).containsExactly("tail is undefined in at least one run: too many lost ticks");
        assertThat(decision.statistics())
                .filteredOn(result -> result.label() == Label.UNRESOLVED)
                .extracting(StatisticResult::statistic)
                .containsExactly(GateStatistic.TAIL, GateStatistic.MAX);
    }

    @Test
    void differingVoidAttemptsAreInconclusive() {
        List<GateRun> same = runs(10, 1, 0.001);
        GateInput alike = new GateInput(same, same, List.of(), 2, 3, List.of(), false);
        assertThat(gate.decide(alike).verdict()).isEqualTo(GateVerdict.PASS);
        GateInput unlike = new GateInput(same, same, List.of(), 0, 7, List.of(), false);
        assertThat(gate.decide(unlike).verdict()).isEqualTo(GateVerdict.INCONCLUSIVE);
        GateInput slower = new GateInput(same, runs(10, 2, 0.001), List.of(), 0, 7, List.of(), false);
        assertThat(gate.decide(slower).verdict()).isEqualTo(GateVerdict.INCONCLUSIVE);
    }

    @Test
    void differingFingerprintIsRefusedAndNeverPassesIfForced() {
        List<GateRun> same = runs(10, 1, 0.001);
        List<String> other = List.of("cpuModel: 'a' at the baseline, 'b' at the candidate");
        assertThat(gate.decide(new GateInput(same, same, List.of(), 0, 0, other, false))
                        .verdict())
                .isEqualTo(GateVerdict.REFUSED);
        assertThat(gate.decide(new GateInput(same, same, List.of(), 0, 0, other, true))
                        .verdict())
                .isEqualTo(GateVerdict.INCONCLUSIVE);
        assertThat(gate.decide(new GateInput(same, runs(10, 2, 0.001), List.of(), 0, 0, other, true))
                        .verdict())
                .isEqualTo(GateVerdict.FAIL);
    }

    @Test
    void verdictMustHoldUnderBothAttributions() {
        GateInput equal = GateInput.of(runs(10, 1, 0.001), runs(10, 1, 0.001));
        GateInput slower = GateInput.of(runs(10, 1, 0.001), runs(10, 2, 0.001));
        assertThat(gate.decide(equal, equal).verdict()).isEqualTo(GateVerdict.PASS);
        assertThat(gate.decide(equal, slower).verdict()).isEqualTo(GateVerdict.INCONCLUSIVE);
        assertThat(gate.decide(slower, slower).verdict()).isEqualTo(GateVerdict.FAIL);
    }

    @Test
    void fishersExactTestMatchesKnownProbabilities() {
        assertThat(FisherTest.p(3, 4, 1, 4)).isCloseTo(0.4857, within(1e-4));
        assertThat(FisherTest.p(0, 10, 5, 15)).isCloseTo(0.0612, within(1e-4));
        assertThat(FisherTest.p(0, 10, 0, 10)).isEqualTo(1);
    }

    @Test
    void varianceOfHistoryIsPooledUnlessNewRunsVaryMore() {
        List<Double> calm = List.of(0.0, 0.01, -0.01, 0.0, 0.01, -0.01, 0.0, 0.01, -0.01, 0.0);
        LogDifference lent =
                LogDifference.of(List.of(0.0, 0.01, 0.02), List.of(0.0, 0.01, 0.02), EarlierSpread.of(List.of(calm)));
        assertThat(lent.withHistory()).isTrue();
        assertThat(lent.degrees()).isEqualTo(2 * 3 - 2 + 10 - 1);
        LogDifference alone =
                LogDifference.of(List.of(0.0, 0.1, 0.2), List.of(0.0, 0.01, 0.02), EarlierSpread.of(List.of(calm)));
        assertThat(alone.withHistory()).isFalse();
        assertThat(alone.degrees()).isCloseTo(2.04, within(0.005)); // Welch: 2 x 1.01^2 / (1 + 1e-4)
    }

    /** An accepted improvement must not hide the next slowdown. */
    @Test
    void differencesBetweenEarlierReleasesAreNotSpread() {
        List<GateRun> one =
                runs(10, 1, 0.004).stream().map(run -> run.ofRelease("1.4")).toList();
        List<GateRun> quicker =
                runs(10, 0.6, 0.004).stream().map(run -> run.ofRelease("1.5")).toList();
        List<GateRun> history = Stream.concat(one.stream(), quicker.stream()).toList();
        EarlierSpread spread = EarlierSpread.of(GateStatistic.P50, history);
        assertThat(spread.degrees()).isEqualTo(18);
        assertThat(spread.variance())
                .isCloseTo(EarlierSpread.of(GateStatistic.P50, one).variance(), within(1e-12));
        GateDecision decision = new Gate(GatePolicy.RELEASE)
                .decide(GateInput.of(runs(3, 0.6, 0.004), runs(3, 0.6 * 1.08, 0.004))
                        .withHistory(history));
        assertThat(decision.verdict()).isEqualTo(GateVerdict.FAIL);
    }

    @Test
    void forcedComparisonNeverPassesEvenIfAllConditionsAgree() {
        GateInput equal = GateInput.of(runs(10, 1, 0.001), runs(10, 1, 0.001));
        assertThat(new Gate(GatePolicy.RELEASE).decide(equal).verdict()).isEqualTo(GateVerdict.PASS);
        GateInput forced = new GateInput(equal.baseline(), equal.candidate(), List.of(), 0, 0, List.of(), true);
        GateDecision decision = new Gate(GatePolicy.RELEASE).decide(forced);
        assertThat(decision.verdict()).isEqualTo(GateVerdict.INCONCLUSIVE);
        assertThat(decision.reasons())
                .containsExactly("a forced comparison cannot pass: all conditions agree, remove --force-compare");
    }

    @Test
    void smallestDetectableEffectFollowsFromTheSpread() {
        List<Double> history = List.of(-0.05, 0.05, -0.05, 0.05);
        double s = 0.05 * Math.sqrt(4 / 3.0);
        SmallestEffect p50 =
                SmallestEffect.of(GatePolicy.RELEASE, GateStatistic.P50, EarlierSpread.of(List.of(history)));
        double z = 3.023 + 1.645;
        assertThat(Math.log1p(p50.effect())).isCloseTo(z * s * Math.sqrt(0.2), within(2e-4));
        assertThat(p50.tooLarge()).isTrue();
        assertThat(p50.runs()).isEqualTo((long) Math.ceil(2 * Math.pow(z * s / Math.log(1.05), 2)));
        assertThat(SmallestEffect.of(GatePolicy.RELEASE, GateStatistic.SHARE, EarlierSpread.of(List.of(history)))
                        .tooLarge())
                .isFalse();
    }

    @Test
    void orderOfRunsIsSymmetric() {
        List<Boolean> order = GateOrder.of(4, 1);
        boolean a = order.get(0);
        assertThat(order).containsExactly(a, !a, !a, a, !a, a, a, !a);
        assertThat(List.of(
                        GateOrder.of(1, 1).get(0),
                        GateOrder.of(1, 2).get(0),
                        GateOrder.of(1, 3).get(0)))
                .contains(true, false);
    }

    /** Runs of 1,000 ticks with the given numbers of late episodes; their shares differ widely. */
    private static List<GateRun> late(int runs, int... episodes) {
        List<GateRun> found = new ArrayList<>();
        for (GateRun run : runs(runs, 1, 0.001)) {
            int count = episodes[found.size() % episodes.length];
            Map<GateStatistic, Double> logs = new EnumMap<>(run.logs());
            logs.put(GateStatistic.SHARE, Math.log((count + 0.5) / 1_000));
            GateRun.Late late = new GateRun.Late(count, 1_000);
            found.add(new GateRun(run.name(), logs, 0, 0, late, 2_000_000L, "", Map.of(), null));
        }
        return found;
    }

    private static StatisticResult share(GateDecision decision) {
        return decision.statistics().stream()
                .filter(result -> result.statistic() == GateStatistic.SHARE)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void tooFewLateEpisodesDoNotPreventAPass() {
        GateDecision decision = gate.decide(GateInput.of(late(3, 0, 1, 0), late(3, 1, 0, 2)));
        assertThat(decision.verdict()).isEqualTo(GateVerdict.PASS);
        assertThat(share(decision).label()).isEqualTo(Label.TOO_FEW);
        // at least 3 of 4, each with probability 1/2: 5/16
        assertThat(share(decision).late()).isEqualTo(new LateEpisodes(1, 3, 0.3125));
    }

    @Test
    void fewLateEpisodesOfTheCandidateOnlyAreInconclusive() {
        GateDecision decision = gate.decide(GateInput.of(late(3, 0), late(3, 2, 2, 3)));
        assertThat(decision.verdict()).isEqualTo(GateVerdict.INCONCLUSIVE);
        assertThat(decision.reasons())
                .containsExactly("share: 7 late episodes of the candidate, 0 of the baseline (exact test, p 0.0078)");
        assertThat(gate.decide(GateInput.of(late(3, 2, 2, 3), late(3, 0))).verdict())
                .as("late episodes of the baseline only")
                .isEqualTo(GateVerdict.PASS);
    }

    @Test
    void enoughLateEpisodesFailIfOnlyTheShareIsGated() {
        GatePolicy policy = new GatePolicy(
                "share", Map.of(GateStatistic.SHARE, 0.5), 10_000_000, List.of(2, 9), 0.1, 0.05, null, null);
        GateDecision decision = new Gate(policy).decide(GateInput.of(late(9, 0), late(9, 1)));
        assertThat(decision.verdict()).isEqualTo(GateVerdict.FAIL);
        assertThat(decision.reasons())
                .containsExactly("share: 9 late episodes of the candidate, 0 of the baseline (exact test, p 0.0020)");
    }

    @Test
    void tenLateEpisodesAreComparedByShare() {
        GateDecision decision = gate.decide(GateInput.of(late(3, 1, 2, 2), late(3, 2, 2, 1)));
        assertThat(share(decision).late()).isNull();
        assertThat(share(decision).ratio()).isNotNull();
    }

    /** The host gets 4 % slower every four runs. */
    private static List<GateRun> drifting(int runs, double factor) {
        List<GateRun> found = runs(runs, factor, 0.001);
        for (int i = 0; i < runs; i++) {
            GateRun run = found.get(i);
            Map<GateStatistic, Double> logs = new EnumMap<>(run.logs());
            double drift = 0.04 * (i / 2);
            logs.replaceAll((statistic, log) -> log + drift);
            found.set(i, new GateRun(run.name(), logs, 0, 0, 2_000_000L));
        }
        return found;
    }

    @Test
    void hostDriftCancelsOutInAlternatingRuns() {
        GateInput input = GateInput.of(drifting(5, 1), drifting(5, 1));
        assertThat(gate.decide(input).verdict()).isEqualTo(GateVerdict.INCONCLUSIVE);
        GateDecision decision = gate.decide(input.asBlocks());
        assertThat(decision.verdict()).isEqualTo(GateVerdict.PASS);
        assertThat(decision.look()).isEqualTo(5);
    }

    /**
     * By hand: blocks (1, 2 | 3, 4), (5, 7 | 6, 6), (4 | 6); means 3.8 and 5, difference 1.2. Squares about the means of the
     * blocks 5 + 2 + 2, less 5/2 x 1.44, are 5.4 with 9 - 3 degrees.
     */
    @Test
    void varianceOfBlocksIsTakenAboutBlockAndSideMeans() {
        List<Double> baseline = List.of(1.0, 2.0, 5.0, 7.0, 4.0);
        List<Double> candidate = List.of(3.0, 4.0, 6.0, 6.0, 6.0);
        LogDifference difference = LogDifference.inBlocks(baseline, candidate, EarlierSpread.NONE);
        assertThat(difference.estimate()).isCloseTo(1.2, within(1e-12));
        assertThat(difference.degrees()).isEqualTo(6);
        assertThat(difference.error()).isCloseTo(Math.sqrt(0.9 * 2 / 5), within(1e-12));
        assertThat(difference.withHistory()).isFalse();

        LogDifference pooled = LogDifference.inBlocks(baseline, candidate, new EarlierSpread(3.6, 4));
        assertThat(pooled.withHistory()).isTrue();
        assertThat(pooled.degrees()).isEqualTo(10);
        assertThat(pooled.error()).isCloseTo(Math.sqrt(0.9 * 2 / 5), within(1e-12));
        assertThat(LogDifference.inBlocks(baseline, candidate, new EarlierSpread(0.04, 4))
                        .withHistory())
                .as("with earlier runs of far smaller spread")
                .isFalse();
    }

    @Test
    void spreadOfEarlierRunsIsTakenBetweenNeighbours() {
        List<GateRun> runs = new ArrayList<>();
        drifting(5, 1).forEach(run -> runs.add(run.ofRelease("one")));
        drifting(4, 2).forEach(run -> runs.add(run.ofRelease("other")));
        EarlierSpread spread = EarlierSpread.ofNeighbours(GateStatistic.P50, runs);
        assertThat(spread.degrees()).isEqualTo(4);
        // of neighbours -1 and 0, 1 and -1 thousandths: 0.5 and 2 millionths in each release
        assertThat(spread.squares()).isCloseTo(5e-6, within(1e-9));
    }
}
