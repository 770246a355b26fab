package org.ticktoquote.comparison.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.ticktoquote.analysis.validity.Verdict.FAILED;
import static org.ticktoquote.analysis.validity.Verdict.VALID;
import static org.ticktoquote.analysis.validity.Verdict.VOID;
import static org.ticktoquote.comparison.matrix.CaseRunsTest.point;
import static org.ticktoquote.comparison.matrix.ComparedFigure.MAX;
import static org.ticktoquote.comparison.matrix.ComparedFigure.P50;
import static org.ticktoquote.comparison.matrix.ComparedFigure.P99;
import static org.ticktoquote.comparison.matrix.ComparedFigure.P99_99;
import static org.ticktoquote.comparison.matrix.MatrixFixture.valid;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.ProofLevel;
import org.ticktoquote.analysis.annual.AnnualBase;
import org.ticktoquote.analysis.annual.AnnualFigure;
import org.ticktoquote.analysis.statistics.LateShare;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.comparison.matrix.MatrixFixture.Run;

final class MatrixComparisonTest {
    @TempDir
    Path directory;

    private MatrixFixture fixture() {
        return new MatrixFixture(directory);
    }

    private static FigureComparison figure(MatrixComparison comparison, int place, ComparedFigure figure) {
        return Objects.requireNonNull(comparison.cases().get(place).figure("responseNs", figure));
    }

    private static FigureComparison lastClient(MatrixComparison comparison, ComparedFigure figure) {
        return Objects.requireNonNull(comparison.cases().get(0).figure("lastClientNs", figure));
    }

    private static FigureOverRuns overRuns(MatrixComparison comparison, int place, ComparedFigure figure) {
        return figure(comparison, place, figure).overRuns();
    }

    /** Returns the ratio of the second case. */
    private static Ratio ratio(MatrixComparison comparison, ComparedFigure figure) {
        return Objects.requireNonNull(figure(comparison, 1, figure).ratio());
    }

    private static List<@Nullable Long> bounds(FigureOverRuns figure) {
        return Arrays.asList(figure.lowNs(), figure.highNs(), figure.lowestNs(), figure.highestNs());
    }

    @Test
    void givesMedianAndSpreadOfTheRuns() {
        MatrixComparison comparison =
                fixture().with("PV-001", 1_000, 2_000, 1_500).compare();
        FigureOverRuns p99 = overRuns(comparison, 0, P99);
        assertThat(p99).isEqualTo(new FigureOverRuns(1_500, 1_500L, false, 1_000, 2_000L, 3, 0, true, 60));
        assertThat(overRuns(comparison, 0, MAX).highNs()).isEqualTo(15_000);
        assertThat(lastClient(comparison, P50).overRuns().lowNs()).isEqualTo(1_505);
        assertThat(overRuns(comparison, 0, P99_99).supported()).isFalse();
        assertThat(comparison.cases().get(0).became().outcomes()).isEqualTo(new TickOutcomes(6_000, 0, 0, 0, 0, 0));
    }

    @Test
    void carriesBothAttributionsOfRunsMatchedByPrice() {
        MatrixComparison comparison = fixture()
                .with("PV-001", 1_000, 1_400)
                .byPrice(300)
                .with("PV-002", "zing", "unmanaged", valid(1_500), new Run(FAILED, 1_900, 50))
                .compare();
        CaseComparison byId = comparison.cases().get(0);
        CaseComparison byPrice = comparison.cases().get(1);
        assertThat(byId.became().outcomesSoonest()).isNull();
        assertThat(byPrice.became().outcomes()).isEqualTo(new TickOutcomes(3_950, 0, 0, 0, 50, 0));
        assertThat(byPrice.became().outcomesSoonest()).isEqualTo(new TickOutcomes(4_000, 0, 0, 0, 0, 0));
        FigureOverRuns p90 = point(byPrice, "responseNs", 90);
        assertThat(bounds(p90)).containsExactly(1_400L, 1_700L, 1_200L, 1_900L);
        assertThat(p90.exact()).isFalse();
        assertThat(bounds(point(byPrice, "lastClientNs", 90)))
                .as("both attributions of the same latency")
                .containsExactly(1_405L, 1_705L, 1_205L, 1_905L);
        assertThat(point(byId, "responseNs", 90).exact()).isTrue();
    }

    @Test
    void ranksARefusedRunAboveEveryOther() {
        // Its largest measured value lies between those of the others: only its rank puts it above them.
        Run failed = new Run(FAILED, 150, 200);
        MatrixComparison one = fixture()
                .with("PV-001", "hotspot", "unmanaged", valid(1_000), failed, valid(2_000))
                .compare();
        FigureOverRuns p99 = overRuns(one, 0, P99);
        assertThat(bounds(p99)).containsExactly(2_000L, 2_000L, 1_000L, null);
        assertThat(p99.refusedRuns()).isEqualTo(1);
        assertThat(one.cases().get(0).attempts().validity()).isEqualTo(Map.of(VALID, 2, FAILED, 1));
        MatrixComparison two = fixture()
                .with("PV-001", "hotspot", "unmanaged", failed, failed, valid(2_000))
                .compare();
        FigureOverRuns refused = overRuns(two, 0, P99);
        assertThat(refused.refused()).isTrue();
        assertThat(refused.highNs()).isNull();
        assertThat(refused.lowNs()).as("largest measured value").isEqualTo(1_500);
        assertThat(figure(two, 0, P99).annual()).isNull();
    }

    @Test
    void comparesGeometricMeansRoundByRound() {
        MatrixComparison comparison = fixture()
                .with("PV-001", 500, 1_000, 2_000)
                .with("PV-002", 250, 500, 750)
                .compare();
        assertThat(figure(comparison, 0, P50).ratio()).isNull();
        // differences of logarithms: ln 0.5, ln 0.5, ln 0.375; t of 2 degrees is 4.3027 and 2.9200
        Ratio ratio = ratio(comparison, P50);
        assertThat(ratio.low()).isCloseTo(0.45428, within(1e-5));
        assertThat(ratio.high()).isCloseTo(0.45428, within(1e-5));
        Ratio.Interval interval = Objects.requireNonNull(ratio.interval());
        assertThat(interval.low()).isCloseTo(0.30070, within(1e-4));
        assertThat(interval.high()).isCloseTo(0.68630, within(1e-4));
        assertThat(interval.smallest()).isCloseTo(0.9989, within(1e-3));
        assertThat(interval.paired()).isTrue();
        assertThat(interval.holdsOne()).isFalse();
    }

    private static void assertNoInterval(MatrixComparison comparison, String refusal) {
        Ratio ratio = ratio(comparison, P50);
        assertThat(ratio.interval()).isNull();
        assertThat(ratio.refusal()).isEqualTo(refusal);
    }

    @Test
    void claimsNothingForFewerThanThreeRunsPerSide() {
        MatrixComparison comparison = fixture()
                .with("PV-001", 1_000, 1_010, 990)
                .with("PV-002", 3_000, 3_010)
                .compare();
        assertNoInterval(comparison, "fewer than 3 runs a side");
        assertThat(overRuns(comparison, 1, P50).lowNs())
                .as("the midpoint of two")
                .isEqualTo(3_006);
    }

    @Test
    void claimsNothingIfVoidAttemptsDiffer() {
        MatrixFixture fixture = fixture().with("PV-001", 1_000, 1_010, 990);
        List<Attempt> attempts = new ArrayList<>();
        for (int repeat = 1; repeat <= 3; repeat++) {
            for (int attempt = 1; attempt <= 4; attempt++) {
                Run run = new Run(attempt < 4 ? VOID : VALID, 1_000 + repeat, 0);
                attempts.add(fixture.attempt(repeat, attempt, "PV-002", run, List.of()));
            }
        }
        assertNoInterval(fixture.with("PV-002", attempts).compare(), "VOID attempts differ: 9 of 12 and 0 of 3");
    }

    private Ratio p99(Run baseline, Run other) {
        MatrixComparison comparison = fixture()
                .with("PV-001", "hotspot", "unmanaged", baseline)
                .with("PV-002", "hotspot", "managed", other)
                .compare();
        return ratio(comparison, P99);
    }

    @Test
    void boundsARatioIfOneSideIsRefused() {
        Run failed = new Run(FAILED, 1_000, 200);
        assertThat(p99(valid(2_000), failed).low()).isCloseTo(5, within(1e-9));
        assertThat(p99(valid(2_000), failed).high()).isNull();
        assertThat(p99(failed, valid(2_000)).low()).isZero();
        assertThat(p99(failed, valid(2_000)).high()).isCloseTo(0.2, within(1e-9));
        assertThat(p99(failed, failed).unknown()).isTrue();
    }

    @Test
    void countsTheLastAttemptThatIsNotVoid() {
        MatrixFixture fixture = fixture();
        Run disturbed = new Run(VOID, 9_000, 0);
        List<Attempt> attempts = List.of(
                fixture.attempt(1, 1, "PV-001", disturbed, List.of()),
                fixture.attempt(1, 2, "PV-001", valid(1_000), List.of()),
                fixture.attempt(2, 1, "PV-001", valid(2_000), List.of("input differs")),
                fixture.attempt(2, 2, "PV-001", valid(3_000), List.of()),
                fixture.attempt(3, 1, "PV-001", disturbed, List.of()));
        CaseComparison.Attempts found = fixture.with("PV-001", attempts).first().attempts();
        assertThat(found.runs())
                .extracting(CountedRun::directory)
                .containsExactly("PV-001/run-1-attempt-2", "PV-001/run-2-attempt-2");
        assertThat(found.others()).extracting(UncountedRun::why).containsExactly("VOID", "input differs", "VOID");
    }

    @Test
    void neverLeavesOutARunThatFailed() {
        MatrixFixture fixture = fixture();
        String why = "it did not take the logons";
        List<Attempt> attempts = List.of(
                fixture.attempt(1, 1, "PV-001", new Run(FAILED, 4_000, 0), List.of()),
                fixture.attempt(1, 2, "PV-001", valid(1_000), List.of()),
                new Attempt(2, 1, "PV-001/run-2", null, AttemptState.UNMEASURED, FAILED, why, List.of()));
        MatrixComparison comparison = fixture.with("PV-001", attempts).compare();
        CaseComparison one = comparison.cases().get(0);
        assertThat(one.attempts().runs())
                .extracting(CountedRun::directory)
                .containsExactly("PV-001/run-1", "PV-001/run-2");
        assertThat(one.attempts().others()).extracting(UncountedRun::why).containsExactly("attempt 1 counts instead");
        FigureOverRuns p50 = overRuns(comparison, 0, P50);
        assertThat(p50.runs()).isEqualTo(2);
        assertThat(p50.refused())
                .as("the larger of two, nothing answered in one")
                .isTrue();
        assertThat(one.curves().get(0).points()).isNotEmpty();
    }

    @Test
    void listsUnreadableRunsWithTheReason() throws IOException {
        MatrixFixture fixture = fixture();
        Attempt damaged = fixture.attempt(1, 1, "PV-001", valid(1_000), List.of());
        Files.writeString(directory.resolve("PV-001/run-1/summary.json"), "{\"validity\":");
        Attempt gone = new Attempt(2, 1, "PV-001/run-2", null, AttemptState.COMPLETE, VALID, "", List.of());
        Attempt killed = new Attempt(3, 1, "PV-001/run-3", null, AttemptState.RUNNING, null, "", List.of());
        CaseComparison one =
                fixture.with("PV-001", List.of(damaged, gone, killed)).first();
        assertThat(one.attempts().others())
                .extracting(UncountedRun::why)
                .satisfiesExactly(
                        why -> assertThat(why).endsWith("summary.json:1:13: ends in the middle of the JSON"),
                        why -> assertThat(why).isEqualTo("nothing was measured"),
                        why -> assertThat(why).isEqualTo("did not finish"));
        assertThat(one.absence()).startsWith("no run counts: each of the 3 attempts");
    }

    @Test
    void givesTimePerYearWithAnIntervalIfEpisodesSupportIt() {
        MatrixComparison comparison = fixture()
                .annual(AnnualBase.FX_WEEK, 12.0)
                .with("PV-001", 1_000, 2_000, 3_000)
                .compare();
        AnnualFigure annual = Objects.requireNonNull(lastClient(comparison, P99).annual());
        // later than the 2,005 ns of the run in the middle are 20 of 2,000 ticks, 20 and all of the last run, which are
        // one
        // episode: together little more than one
        LateShare share = annual.share();
        assertThat(share.valueNs()).isBetween(2_005L, 2_006L);
        assertThat(share.runs()).isEqualTo(3);
        assertThat(share.quotes()).isCloseTo(2_040 / 6_000.0, within(1e-12));
        assertThat(share.supported()).isFalse();
        assertThat(share.quotesLow()).isNull();
        assertThat(share.quotesHigh()).isNull();
        assertThat(annual.regime()).isEqualTo("NFP hours");
        assertThat(annual.perYear().quotesSeconds()).isCloseTo(0.34 * 6_240 * 3_600, within(1e-6));
        assertThat(annual.perYear().quotesHighSeconds()).isNull();
        assertThat(Objects.requireNonNull(annual.perRegimeYear()).quotesSeconds())
                .isCloseTo(0.34 * 12 * 3_600, within(1e-9));
        assertThat(lastClient(comparison, P99_99).annual()).as("unsupported").isNull();
        assertThat(lastClient(comparison, MAX).annual()).isNull();
        assertThat(figure(comparison, 0, P99).annual())
                .as("the last client is the sampling unit")
                .isNull();
    }

    @Test
    void listsDifferencesFromTheBaseline() {
        MatrixFixture fixture = fixture().with("PV-001", 1_000).with("PV-002", "zing", "unmanaged", valid(1_000));
        fixture.write(
                "PV-002/run-1",
                valid(1_000),
                Map.of("kernel", "Linux", "fingerprint.jvm", "zing"),
                "java -Dport=41234 -Xlog:gc:file=\"/tmp/m/PV-002/run-1/gc.log\" -jar app.jar --run"
                        + " /tmp/m/PV-002/run-1");
        assertThat(fixture.compare().cases().get(1).differences())
                .containsExactly(
                        new Difference("fingerprint.jvm", "PV-001", "zing"),
                        new Difference(
                                "command of pricing-app",
                                "java -jar app.jar",
                                "java -Dport={port} -Xlog:gc:file=\"{run}/gc.log\" -jar app.jar --run {run}"));
    }

    @Test
    void doesNotDependOnTheOrderOfAttempts() {
        long seed = 20_261_127;
        Random random = new Random(seed);
        List<Verdict> verdicts = List.of(VALID, FAILED, VOID);
        for (int round = 0; round < ProofLevel.fullOr(20, 4); round++) {
            MatrixFixture fixture = fixture();
            List<Attempt> attempts = new ArrayList<>();
            for (int repeat = 1; repeat <= 4; repeat++) {
                for (int attempt = 1; attempt <= 1 + random.nextInt(2); attempt++) {
                    Verdict verdict = verdicts.get(random.nextInt(verdicts.size()));
                    Run run = new Run(verdict, 1_000 + 100 * random.nextInt(10), random.nextInt(3) * 30);
                    attempts.add(fixture.attempt(repeat, attempt, "PV-001", run, List.of()));
                }
            }
            MatrixComparison before =
                    fixture.with("PV-001", List.copyOf(attempts)).compare();
            Collections.shuffle(attempts, random);
            MatrixComparison after = fixture().with("PV-001", attempts).compare();
            assertThat(after).as("seed %s", seed).isEqualTo(before);
        }
    }

    @Test
    void doesNotDependOnTheOrderOfCases() {
        MatrixComparison one = fixture()
                .with("PV-001", 1_000, 1_500)
                .with("PV-002", "hotspot", "managed", valid(3_000), valid(2_000))
                .with("PV-003", "zing", "managed", valid(5_000))
                .compare();
        MatrixComparison other = fixture()
                .with("PV-001", 1_000, 1_500)
                .with("PV-003", "zing", "managed", valid(5_000))
                .with("PV-002", "hotspot", "managed", valid(3_000), valid(2_000))
                .compare();
        assertThat(other.cases().get(2)).isEqualTo(one.cases().get(1));
        assertThat(other.cases().get(1)).isEqualTo(one.cases().get(2));
    }

    @Test
    void givesCurvesAtPercentilesCommonToAllRuns() {
        MatrixComparison comparison =
                fixture().with("PV-001", 1_000, 3_000, 2_000).compare();
        CaseComparison one = comparison.cases().get(0);
        CaseCurve curve = one.curves().get(1);
        assertThat(curve.count()).isEqualTo(MatrixFixture.TICKS);
        assertThat(point(one, "responseNs", 99)).isEqualTo(overRuns(comparison, 0, P99));
        CaseCurve.Point last = curve.points().get(curve.points().size() - 1);
        assertThat(last.percentile()).isEqualTo(100);
        assertThat(last.overRuns().highNs()).isEqualTo(20_000);
    }
}
