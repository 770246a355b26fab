package org.ticktoquote.comparison.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.comparison.matrix.MatrixFixture.valid;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.files.ComparedLatency;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.comparison.matrix.MatrixFixture.Run;
import org.ticktoquote.comparison.matrix.files.MatrixFiles;

/** Outcome of a limit, depending on its runs: kept, exceeded, or undecided with the reason. */
final class LimitOutcomeTest {
    private static final CaseLimit P99 = CaseLimit.of(ComparedLatency.RESPONSE, ComparedFigure.P99, 2_000);

    @TempDir
    Path directory;

    private static LimitOutcome judged(CaseLimit limit, @Nullable Long lowNs, @Nullable Long highNs) {
        return LimitOutcome.of(limit, new CaseBound(lowNs, highNs, false, false, true, highNs == null ? "few" : ""), 3);
    }

    private LimitOutcome response(ComparedFigure figure, long mostNs, Run... runs) {
        return new MatrixFixture(directory)
                .with("A", "j", "t", runs)
                .held(CaseLimit.of(ComparedLatency.RESPONSE, figure, mostNs))
                .compare()
                .cases()
                .get(0)
                .limits()
                .get(0);
    }

    @Test
    void boundsOfTheRunsDecide() {
        assertThat(judged(P99, 1_000L, 2_000L).state()).isEqualTo(LimitState.KEPT);
        assertThat(judged(P99, 2_001L, 9_000L).state()).isEqualTo(LimitState.EXCEEDED);
        LimitOutcome within = judged(P99, 2_000L, 2_001L);
        assertThat(within.state()).isEqualTo(LimitState.UNDECIDED);
        assertThat(within.why()).startsWith("the limit is within its bounds (95 %, 3 runs)");
    }

    /** 60 of 6,000 ticks take ten times as long; by Garwood's interval of 46 to 77, p99 can be either value. */
    @Test
    void medianOfTheRunsDoesNotDecide() {
        Run[] runs = {valid(1_000), valid(1_000), valid(1_000)};
        LimitOutcome p99 = response(ComparedFigure.P99, 2_000, runs);
        assertThat(p99.state()).isEqualTo(LimitState.UNDECIDED);
        assertThat(p99.lowNs()).as("an unseen kind of start, 6.3 % faster").isEqualTo(936);
        assertThat(p99.highNs()).isBetween(10_000L, 10_010L);
        assertThat(response(ComparedFigure.P99, 10_010, runs).state()).isEqualTo(LimitState.KEPT);
        assertThat(response(ComparedFigure.P99, 935, runs).state()).isEqualTo(LimitState.EXCEEDED);
        assertThat(response(ComparedFigure.P50, 1_064, runs).state()).isEqualTo(LimitState.KEPT);
    }

    /** One run of three is slow: with 2 degrees of freedom a fourth run could be either fast or slow. */
    @Test
    void differingRunsLeaveTheMedianUndecided() {
        Run[] runs = {valid(1_000), valid(9_000), valid(1_000)};
        LimitOutcome outcome = response(ComparedFigure.P50, 2_000, runs);
        assertThat(outcome.state()).isEqualTo(LimitState.UNDECIDED);
        assertThat(outcome.lowNs()).isNull();
        assertThat(outcome.why()).contains("its lower bound is below every tick");
        assertThat(response(ComparedFigure.P50, 11_000, runs).state()).isEqualTo(LimitState.KEPT);
    }

    /** The lower bound is unknown because its rank lies below every tick; the upper bound is known. */
    @Test
    void oneBoundDecidesWithoutTheOther() {
        assertThat(judged(P99, null, 2_000L).state()).isEqualTo(LimitState.KEPT);
        assertThat(judged(P99, 2_001L, null).state()).isEqualTo(LimitState.EXCEEDED);
        LimitOutcome within = judged(P99, null, 2_001L);
        assertThat(within.state()).isEqualTo(LimitState.UNDECIDED);
        assertThat(within.why()).startsWith("the limit is within its bounds (95 %, 3 runs");
        assertThat(judged(P99, 2_000L, null).why()).startsWith("the limit is within its bounds (95 %, 3 runs");
    }

    @Test
    void maximumOfOneRunDecidesButItsPercentileDoesNot() {
        List<CountedRun> one = new MatrixFixture(directory)
                .with("A", "j", "t", valid(9_000))
                .compare()
                .cases()
                .get(0)
                .attempts()
                .runs();
        LimitOutcome p99 = LimitOutcome.of(P99, one, 1, "");
        assertThat(p99.state()).isEqualTo(LimitState.UNDECIDED);
        assertThat(p99.why()).isEqualTo("it has no bounds: one run does not show the differences between runs");
        CaseLimit max = CaseLimit.of(ComparedLatency.RESPONSE, ComparedFigure.MAX, 1_000_000);
        assertThat(LimitOutcome.of(max, one, 1, "").state()).isEqualTo(LimitState.KEPT);
    }

    /** If matched by price, both attributions must keep the limit, or both exceed it. */
    @Test
    void bothAttributionsMustAgree() {
        for (long mostNs : new long[] {4_680, 4_690, 9_000, 9_500}) {
            LimitOutcome outcome = new MatrixFixture(directory)
                    .byPrice(4_000)
                    .with("A", "j", "t", valid(9_000), valid(9_000), valid(9_000))
                    .held(CaseLimit.of(ComparedLatency.RESPONSE, ComparedFigure.P50, mostNs))
                    .compare()
                    .cases()
                    .get(0)
                    .limits()
                    .get(0);
            assertThat(outcome.state())
                    .as("limit %s ns", mostNs)
                    .isEqualTo(mostNs < 4_690 ? LimitState.EXCEEDED : LimitState.UNDECIDED);
        }
    }

    @Test
    void figureAmongLostTicksExceedsAnyLimit() {
        Run lost = new Run(Verdict.FAILED, 1_000, 100);
        LimitOutcome outcome = response(ComparedFigure.P99, 2_000, lost, lost, lost);
        assertThat(outcome.state()).isEqualTo(LimitState.EXCEEDED);
        assertThat(outcome.refused()).isTrue();
        assertThat(outcome.why()).contains("lost ticks");
    }

    /** The application failed before the first answer, or lost every tick. */
    @Test
    void unmeasuredFigureExceedsAnyLimitWithItsReason() {
        CountedRun never = new CountedRun(1, 1, "A/run-1", Verdict.FAILED, "", null);
        LimitOutcome outcome = LimitOutcome.of(P99, List.of(never, never), 2, "");
        assertThat(outcome.state()).isEqualTo(LimitState.EXCEEDED);
        assertThat(outcome.why()).startsWith("nothing was measured").doesNotContain("rank above");

        Run lost = new Run(Verdict.FAILED, 1_000, MatrixFixture.TICKS);
        MatrixComparison lostAll = new MatrixFixture(directory)
                .with("A", "j", "t", lost, lost, lost)
                .held(P99)
                .compare();
        assertThat(lostAll.cases().get(0).limits()).singleElement().satisfies(limit -> {
            assertThat(limit.state()).isEqualTo(LimitState.EXCEEDED);
            assertThat(limit.why()).isEqualTo(outcome.why());
        });
    }

    @Test
    void unsupportedFigureIsUndecided() {
        for (long ns : new long[] {1_000, 900_000}) {
            LimitOutcome outcome = response(ComparedFigure.P99_99, 2_000, valid(ns), valid(ns), valid(ns));
            assertThat(outcome.state()).isEqualTo(LimitState.UNDECIDED);
            assertThat(outcome.why()).isEqualTo("fewer than 10 independent episodes lie beyond it");
        }
    }

    /** The maximum is the latest answer of all runs. */
    @Test
    void maximumIsTakenOverAllRuns() {
        Run[] runs = {valid(1_000), valid(1_000), valid(2_000)};
        assertThat(response(ComparedFigure.MAX, 20_000, runs).state()).isEqualTo(LimitState.KEPT);
        LimitOutcome later = response(ComparedFigure.MAX, 19_000, runs);
        assertThat(later.state()).isEqualTo(LimitState.EXCEEDED);
        assertThat(later.why()).isEqualTo("a run has a later answer");
    }

    @Test
    void missingRunLeavesTheLimitUndecided() {
        LimitOutcome outcome = response(ComparedFigure.P99, 2_000, valid(9_000));
        assertThat(outcome.state()).isEqualTo(LimitState.UNDECIDED);
        assertThat(outcome.why()).isEqualTo("runs are missing: 1 of 3 count");
        assertThat(LimitOutcome.of(P99, List.of(), 2, "not run: no Zing JVM").why())
                .isEqualTo("not run: no Zing JVM");
    }

    /** Includes p90, first client and median client. */
    @Test
    void everyFigureThatCanBeLimitedIsJudged() throws Exception {
        CaseLimit[] all = List.of(ComparedLatency.values()).stream()
                .flatMap(latency -> List.of(ComparedFigure.values()).stream()
                        .map(figure -> CaseLimit.of(latency, figure, 1_000_000)))
                .toArray(CaseLimit[]::new);
        MatrixComparison comparison = new MatrixFixture(directory)
                .with("A", "j", "t", valid(1_000), valid(1_000), valid(1_000))
                .held(all)
                .compare();
        for (LimitOutcome outcome : comparison.cases().get(0).limits()) {
            boolean thin = List.of("p99_9", "p99_99").contains(outcome.limit().figure());
            assertThat(outcome.state())
                    .as(outcome.limit().description())
                    .isEqualTo(thin ? LimitState.UNDECIDED : LimitState.KEPT);
        }
        MatrixFiles.write(comparison, directory);
        JsonNode written = JsonMapper.builder()
                .build()
                .readTree(directory.resolve(MatrixFiles.COMPARISON).toFile())
                .at("/cases/0/limits/0");
        assertThat(written.toString())
                .isEqualTo("{\"latency\":\"lastClientNs\",\"figure\":\"p50\",\"mostNs\":1000000,\"state\":\"kept\","
                        + "\"refused\":false,\"low\":941,\"high\":1069,\"why\":\"\"}");
    }
}
