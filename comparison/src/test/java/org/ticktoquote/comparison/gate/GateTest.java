package org.ticktoquote.comparison.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.ticktoquote.comparison.gate.GateVerdict.FAIL;
import static org.ticktoquote.comparison.gate.GateVerdict.INCONCLUSIVE;
import static org.ticktoquote.comparison.gate.GateVerdict.PASS;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

    private static List<GateRun> runs(int runs) {
        return runs(runs, 1, 0.001);
    }

    private GateDecision decide(List<GateRun> baseline, List<GateRun> candidate) {
        return gate.decide(GateInput.of(baseline, candidate));
    }

    /** Asserts the verdict, the look that it is from, and the next look. */
    private static void assertLook(GateDecision decision, GateVerdict verdict, int look, int next) {
        assertThat(decision)
                .extracting(GateDecision::verdict, GateDecision::look, GateDecision::nextLook)
                .containsExactly(verdict, look, next);
    }

    private static GateRun losing(GateRun run, long lost, long episodes) {
        return new GateRun(run.name(), run.logs(), lost, episodes, null);
    }

    @Test
    void clearlySlowerCandidateFailsWithTheStatistic() {
        GateDecision decision =
                gate.decide(GateInput.of(runs(3, 1, 0.005), runs(3, 1.2, 0.005)).withHistory(runs(20, 1, 0.005)));
        assertThat(decision.verdict()).isEqualTo(FAIL);
        assertThat(decision.reasons().get(0)).startsWith("p50 is 1.200 times the baseline's (at least 1.1");
    }

    /** Equal under the latest attribution, much slower under the soonest. */
    private GateDecision contradicted(int runs) {
        GateInput slower = GateInput.of(runs(runs), runs(runs, 2, 0.001));
        return gate.decide(GateInput.of(runs(runs), runs(runs)), slower);
    }

    @Test
    void contradictingAttributionsContinueToTheNextLook() {
        assertLook(contradicted(3), INCONCLUSIVE, 3, 5);
        assertThat(contradicted(6).nextLook()).isEqualTo(7);
        assertLook(contradicted(10), INCONCLUSIVE, 10, 0);
        String reason = "ambiguous ticks decide: FAIL if answered at the soonest, PASS if answered at the latest";
        assertThat(contradicted(10).reasons()).containsExactly(reason);
    }

    @Test
    void lookAndStatisticsAreOfOneAttribution() {
        GateInput latest = GateInput.of(runs(10), runs(10));
        GateInput noisy = GateInput.of(runs(10, 1, 0.3), runs(10, 1, 0.3));
        GateDecision decision = gate.decide(latest, noisy);
        assertLook(decision, INCONCLUSIVE, 10, 0);
        assertThat(decision.soonest()).isTrue();
        assertThat(decision.statistics()).isEqualTo(gate.decide(noisy).statistics());
        assertThat(gate.decide(noisy, latest).soonest()).isFalse();
        assertThat(gate.decide(latest, latest).soonest()).isFalse();
    }

    private static final String LEVEL = "no answer later than 5 ms";

    private static final Gate HELD = own(null, null, LEVEL);

    private static Gate own(@Nullable Long latestNs, @Nullable Long lost, String... levels) {
        Map<GateStatistic, Double> margins = GatePolicy.RELEASE.margins();
        return new Gate(new GatePolicy(
                "own", margins, 10_000_000, GatePolicy.LOOKS, 0.0075, 0.05, latestNs, lost, List.of(levels)));
    }

    /** Returns runs that met the level, the last one with the given states. */
    private static List<GateRun> held(Map<String, LevelState> last) {
        List<GateRun> candidate = runs(3);
        candidate.replaceAll(run -> run.withServiceLevels(Map.of(LEVEL, LevelState.MET)));
        candidate.set(2, candidate.get(2).withServiceLevels(last));
        return candidate;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            MET       | PASS         | ""
            BROKEN    | FAIL         | run-3: broken: LEVEL
            UNDECIDED | INCONCLUSIVE | run-3: undecided: LEVEL
                      | INCONCLUSIVE | run-3: not analysed for 'LEVEL'; add it with t2q analyze --slo
            """)
    void serviceLevelIsAHardLimitForEveryCandidateRun(@Nullable LevelState last, GateVerdict verdict, String reason) {
        Map<String, LevelState> states = last == null ? Map.of() : Map.of(LEVEL, last);
        GateDecision decision = HELD.decide(GateInput.of(runs(3), held(states)));
        assertThat(decision.verdict()).isEqualTo(verdict);
        assertThat(String.join(", ", decision.reasons())).isEqualTo(reason.replace("LEVEL", LEVEL));
    }

    @Test
    void serviceLevelIsBrokenByOneRunOrByNoAnswers() {
        List<GateRun> one = held(Map.of(LEVEL, LevelState.BROKEN)).subList(2, 3);
        assertThat(HELD.decide(GateInput.of(runs(1), one)).verdict())
                .as("before the first look")
                .isEqualTo(FAIL);
        List<GateRun> silent = held(Map.of());
        silent.set(2, GateRun.unmeasured("run-3"));
        assertThat(HELD.decide(GateInput.of(runs(3), silent)).verdict()).isEqualTo(FAIL);
    }

    @Test
    void serviceLevelsDoNotApplyToBaselineOrPinnedRelease() {
        List<GateRun> broken = held(Map.of(LEVEL, LevelState.BROKEN));
        List<GateRun> met = held(Map.of(LEVEL, LevelState.MET));
        assertThat(HELD.decide(GateInput.of(broken, met)).verdict()).isEqualTo(PASS);
        GatePolicy policy = new GatePolicy(
                "own", Map.of(GateStatistic.P50, 0.1), 1, GatePolicy.LOOKS, 0.1, 0.1, 1L, 0L, List.of(LEVEL));
        assertThat(policy.wider(2).serviceLevels()).isEmpty();
        assertThat(policy.ofDuet().serviceLevels()).containsExactly(LEVEL);
    }

    /** Certainly 4 % slower: below the margin of 5 %, so not a failure. Its upper bound is above the margin, so not a pass. */
    @Test
    void slowdownBelowTheMarginDoesNotFail() {
        GateDecision decision = gate.decide(
                GateInput.of(runs(3, 1, 0.002), runs(3, 1.048, 0.002)).withHistory(runs(20, 1, 0.002)));
        assertLook(decision, INCONCLUSIVE, 3, 5);
        assertThat(decision.reasons()).containsExactly("p50 is 1.048 times the baseline's, at most 1.052, limit 1.050");
    }

    @Test
    void firstDecisiveLookEndsTheGate() {
        List<GateRun> candidate = runs(3);
        candidate.addAll(runs(7, 2, 0.001));
        assertThat(decide(runs(10), candidate).look()).isEqualTo(3);
    }

    @Test
    void lostTicksInTwoRunsAndThreeEpisodesFail() {
        String lost = "the candidate lost ticks, the baseline none: run-1 (5 lost ticks)";
        List<GateRun> candidate = runs(3);
        candidate.set(0, losing(candidate.get(0), 5, 2));
        GateDecision one = decide(runs(3), candidate);
        assertThat(one.verdict()).isEqualTo(INCONCLUSIVE);
        assertThat(one.reasons()).contains(lost);
        candidate.set(2, losing(candidate.get(2), 1, 1));
        GateDecision two = decide(runs(3), candidate);
        assertThat(two.verdict()).isEqualTo(FAIL);
        assertThat(two.reasons()).containsExactly(lost + ", run-3 (1 lost tick)");
        List<GateRun> baseline = runs(3);
        baseline.set(1, losing(baseline.get(1), 1, 1));
        assertThat(decide(baseline, candidate).verdict()).isEqualTo(PASS);
    }

    @Test
    void applicationThatFailsTwiceFailsTheGate() {
        List<GateRun> candidate = runs(3);
        candidate.set(0, GateRun.unmeasured("run-1"));
        candidate.set(1, GateRun.unmeasured("run-2"));
        assertThat(decide(runs(3), candidate).verdict()).isEqualTo(FAIL);
    }

    /** The excess is stated if answer and limit round alike. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"1900000 | 1.90 ms", "1999999 | 2.00 ms, exceeded by 1 ns"})
    void hardLimitFailsIndependentlyOfTheStatistics(long latestNs, String limit) {
        GateDecision decision = own(latestNs, 0L).decide(GateInput.of(runs(3), runs(3)));
        assertThat(decision.verdict()).isEqualTo(FAIL);
        assertThat(decision.reasons()).hasSize(3).contains("run-1: latest answer after 2.00 ms, limit " + limit);
    }

    @Test
    void oneRunBeyondAHardLimitFailsTheGate() {
        Gate limited = own(1_900_000L, null);
        GateDecision first = limited.decide(GateInput.of(runs(1), runs(1)));
        assertThat(first.verdict()).isEqualTo(FAIL);
        assertThat(first.look()).isEqualTo(1);
        List<GateRun> fourth = runs(3, 0.5, 0.001);
        fourth.addAll(runs(1));
        assertThat(limited.decide(GateInput.of(runs(4), fourth)).verdict())
                .as("a PASS at 3 runs does not hide it")
                .isEqualTo(FAIL);
        assertThat(limited.decide(GateInput.of(runs(4), fourth)).look())
                .as("the look of the statistics")
                .isEqualTo(3);
    }

    @Test
    void undefinedStatisticIsUnresolvedAndPreventsAPass() {
        List<GateRun> candidate = runs(3);
        Map<GateStatistic, Double> logs = new EnumMap<>(candidate.get(1).logs());
        logs.remove(GateStatistic.TAIL);
        logs.remove(GateStatistic.MAX);
        candidate.set(1, new GateRun("run-2", logs, 0, 0, 2L));
        GateDecision decision = decide(runs(3), candidate);
        assertThat(decision.verdict()).isEqualTo(INCONCLUSIVE);
        assertThat(decision.reasons()).containsExactly("tail is undefined in at least one run: too many lost ticks");
        assertThat(decision.statistics())
                .filteredOn(result -> result.label() == Label.UNRESOLVED)
                .extracting(StatisticResult::statistic)
                .containsExactly(GateStatistic.TAIL, GateStatistic.MAX);
    }

    @ParameterizedTest
    @CsvSource({"1, 2, 3, PASS", "1, 0, 7, INCONCLUSIVE", "2, 0, 7, INCONCLUSIVE"})
    void differingVoidAttemptsAreInconclusive(double slower, int voidBefore, int voidNow, GateVerdict verdict) {
        List<GateRun> candidate = runs(10, slower, 0.001);
        GateInput input =
                new GateInput(runs(10), candidate, List.of(), voidBefore, voidNow, List.of(), false, false, null);
        assertThat(gate.decide(input).verdict()).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({"1, false, REFUSED", "1, true, INCONCLUSIVE", "2, true, FAIL"})
    void differingFingerprintIsRefusedAndNeverPassesIfForced(double slower, boolean forced, GateVerdict verdict) {
        List<String> other = List.of("cpuModel: 'a' at the baseline, 'b' at the candidate");
        GateInput input = new GateInput(runs(10), runs(10, slower, 0.001), List.of(), 0, 0, other, forced, false, null);
        assertThat(gate.decide(input).verdict()).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({"1, 1, PASS", "1, 2, INCONCLUSIVE", "2, 2, FAIL"})
    void verdictMustHoldUnderBothAttributions(double latest, double soonest, GateVerdict verdict) {
        GateInput one = GateInput.of(runs(10), runs(10, latest, 0.001));
        GateInput other = GateInput.of(runs(10), runs(10, soonest, 0.001));
        assertThat(gate.decide(one, other).verdict()).isEqualTo(verdict);
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
        GateInput slower = GateInput.of(runs(3, 0.6, 0.004), runs(3, 0.6 * 1.08, 0.004));
        assertThat(gate.decide(slower.withHistory(history)).verdict()).isEqualTo(FAIL);
    }

    @Test
    void forcedComparisonNeverPassesEvenIfAllConditionsAgree() {
        GateDecision decision =
                gate.decide(new GateInput(runs(10), runs(10), List.of(), 0, 0, List.of(), true, false, null));
        assertThat(decision.verdict()).isEqualTo(INCONCLUSIVE);
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
        List<Boolean> order = GateRun.order(4, 1);
        boolean a = order.get(0);
        assertThat(order).containsExactly(a, !a, !a, a, !a, a, a, !a);
        assertThat(LongStream.of(1, 2, 3)
                        .mapToObj(seed -> GateRun.order(1, seed).get(0)))
                .contains(true, false);
    }

    /** Runs of 1,000 ticks with the given numbers of late episodes, a tick each; their shares differ widely. */
    private static List<GateRun> late(int runs, int... episodes) {
        return lateBy(1, runs, episodes);
    }

    /** Runs of 1,000 ticks with the given numbers of late episodes, each of a number of ticks. */
    private static List<GateRun> lateBy(long length, int runs, int... episodes) {
        List<GateRun> found = new ArrayList<>();
        for (GateRun run : runs(runs)) {
            int count = episodes[found.size() % episodes.length];
            Map<GateStatistic, Double> logs = new EnumMap<>(run.logs());
            logs.put(GateStatistic.SHARE, Math.log((length * count + 0.5) / 1_000));
            GateRun.Late late = new GateRun.Late(count, length * count, 1_000);
            found.add(new GateRun(run.name(), logs, 0, 0, late, 2_000_000L, "", Map.of(), null, ""));
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
        GateDecision decision = decide(late(3, 0, 1, 0), late(3, 1, 0, 2));
        assertThat(decision.verdict()).isEqualTo(PASS);
        assertThat(share(decision).label()).isEqualTo(Label.TOO_FEW);
        // at least 3 of 4, each with probability 1/2: 5/16
        assertThat(share(decision).late()).isEqualTo(new LateEpisodes(1, 3, 0.3125));
    }

    @Test
    void fewLateEpisodesOfTheCandidateOnlyAreInconclusive() {
        GateDecision decision = decide(late(3, 0), late(3, 2, 2, 3));
        assertThat(decision.verdict()).isEqualTo(INCONCLUSIVE);
        assertThat(decision.reasons())
                .containsExactly("share: 7 late episodes of the candidate, 0 of the baseline (exact test, p 0.0078)");
        assertThat(decide(late(3, 2, 2, 3), late(3, 0)).verdict())
                .as("late episodes of the baseline only")
                .isEqualTo(PASS);
    }

    /** The share counts if more than 1 % of the candidate's ticks are late: a single stall leaves an equal release alone. */
    @Test
    void fewLongEpisodesAreInconclusiveIfTheShareReachesItsMargin() {
        GateDecision one = decide(late(3, 0), lateBy(200, 3, 1));
        assertThat(one.verdict()).isEqualTo(INCONCLUSIVE);
        assertThat(one.reasons())
                .containsExactly(
                        "share is 1201.000 times the baseline's in too few late episodes (3 and 0), limit 1.500");
        assertThat(decide(lateBy(200, 3, 1), lateBy(200, 3, 1)).verdict()).isEqualTo(PASS);
        assertThat(decide(lateBy(200, 3, 1), late(3, 0)).verdict()).isEqualTo(PASS);
        assertThat(decide(late(3, 0), lateBy(30, 3, 1, 0, 0)).verdict())
                .as("one stall of 1 % of the ticks")
                .isEqualTo(PASS);
        assertThat(decide(late(10, 0), lateBy(50, 10, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0))
                        .verdict())
                .as("one stall of 5 % of a run, after all looks")
                .isEqualTo(PASS);
    }

    @Test
    void oneLongEpisodeInTheSoloRunsOfADuetDoesNotPreventAPass() {
        SoloRuns solo = new SoloRuns(late(2, 0), lateBy(300, 2, 1, 0));
        GateInput pairs = GateInput.of(late(10, 0), late(10, 0)).asDuet(solo);
        assertThat(new Gate(GatePolicy.RELEASE.ofDuet()).decide(pairs).verdict())
                .isEqualTo(PASS);
    }

    @Test
    void enoughLateEpisodesFailIfOnlyTheShareIsGated() {
        GatePolicy policy = new GatePolicy(
                "share", Map.of(GateStatistic.SHARE, 0.5), 10_000_000, List.of(2, 9), 0.1, 0.05, null, null, List.of());
        GateDecision decision = new Gate(policy).decide(GateInput.of(late(9, 0), late(9, 1)));
        assertThat(decision.verdict()).isEqualTo(FAIL);
        assertThat(decision.reasons())
                .containsExactly("share: 9 late episodes of the candidate, 0 of the baseline (exact test, p 0.0020)");
    }

    @Test
    void tenLateEpisodesAreComparedByShare() {
        GateDecision decision = decide(late(3, 1, 2, 2), late(3, 2, 2, 1));
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
        assertThat(gate.decide(input).verdict()).isEqualTo(INCONCLUSIVE);
        assertLook(gate.decide(input.asBlocks()), PASS, 5, 0);
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
