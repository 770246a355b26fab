package org.ticktoquote.comparison.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.comparison.matrix.MatrixFixture.valid;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.comparison.matrix.MatrixFixture.Run;
import org.ticktoquote.comparison.matrix.files.MatrixFiles;

/** Outcome of a limit, depending on its runs: kept, exceeded, or undecided with the reason. */
final class LimitOutcomeTest {
    private static final CaseLimit P99 = limit(ComparedFigure.P99, 2_000);

    @TempDir
    Path directory;

    private static void assertOutcome(LimitOutcome outcome, LimitState state, String why) {
        assertThat(outcome.state()).isEqualTo(state);
        assertThat(outcome.why()).isEqualTo(why);
    }

    private static CaseLimit limit(ComparedFigure figure, long mostNs) {
        return CaseLimit.of(Latency.RESPONSE, figure, mostNs);
    }

    private LimitOutcome response(ComparedFigure figure, long mostNs, Run... runs) {
        return outcomes(List.of(runs), limit(figure, mostNs)).get(0);
    }

    private List<LimitOutcome> outcomes(List<Run> runs, CaseLimit... limits) {
        return outcomes(new MatrixFixture(directory), runs, limits);
    }

    private static List<LimitOutcome> outcomes(MatrixFixture fixture, List<Run> runs, CaseLimit... limits) {
        return fixture.with("A", "j", "t", runs.toArray(Run[]::new))
                .held(limits)
                .first()
                .limits();
    }

    /** A lower bound is unknown if its rank lies below every tick, an upper bound if episodes are too few. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            1000 | 2000 | KEPT
            2001 | 9000 | EXCEEDED
            2000 | 2001 | UNDECIDED
            -    | 2000 | KEPT
            2001 | -    | EXCEEDED
            -    | 2001 | UNDECIDED
            2000 | -    | UNDECIDED
            """)
    void boundsOfTheRunsDecide(@Nullable Long lowNs, @Nullable Long highNs, LimitState state) {
        String few = highNs == null ? "few" : "";
        LimitOutcome outcome = LimitOutcome.of(P99, new CaseBound(lowNs, highNs, false, false, true, few), 3);
        assertThat(outcome.state()).isEqualTo(state);
        if (state == LimitState.UNDECIDED) {
            boolean both = lowNs != null && highNs != null;
            assertThat(outcome.why()).startsWith("the limit is within its bounds (95 %, 3 runs" + (both ? ")" : ""));
        }
    }

    /** 60 of 6,000 ticks take ten times as long; by Garwood's interval of 46 to 77, p99 can be either value. */
    @Test
    void medianOfTheRunsDoesNotDecide() {
        List<LimitOutcome> outcomes = outcomes(
                List.of(valid(1_000), valid(1_000), valid(1_000)),
                limit(ComparedFigure.P99, 2_000),
                limit(ComparedFigure.P99, 10_010),
                limit(ComparedFigure.P99, 935),
                limit(ComparedFigure.P50, 1_064));
        assertThat(outcomes)
                .extracting(LimitOutcome::state)
                .containsExactly(LimitState.UNDECIDED, LimitState.KEPT, LimitState.EXCEEDED, LimitState.KEPT);
        assertThat(outcomes.get(0).lowNs())
                .as("an unseen kind of start, 6.3 % faster")
                .isEqualTo(936);
        assertThat(outcomes.get(0).highNs()).isBetween(10_000L, 10_010L);
    }

    /** One run of three is slow: with 2 degrees of freedom a fourth run could be either fast or slow. */
    @Test
    void differingRunsLeaveTheMedianUndecided() {
        List<LimitOutcome> outcomes = outcomes(
                List.of(valid(1_000), valid(9_000), valid(1_000)),
                limit(ComparedFigure.P50, 2_000),
                limit(ComparedFigure.P50, 11_000));
        assertThat(outcomes).extracting(LimitOutcome::state).containsExactly(LimitState.UNDECIDED, LimitState.KEPT);
        assertThat(outcomes.get(0).lowNs()).isNull();
        assertThat(outcomes.get(0).why()).contains("its lower bound is below every tick");
    }

    @Test
    void maximumOfOneRunDecidesButItsPercentileDoesNot() {
        List<CountedRun> one =
                new MatrixFixture(directory).with("A", 9_000).first().attempts().runs();
        assertOutcome(
                LimitOutcome.of(P99, one, 1, ""),
                LimitState.UNDECIDED,
                "it has no bounds: one run does not show the differences between runs");
        CaseLimit max = limit(ComparedFigure.MAX, 1_000_000);
        assertThat(LimitOutcome.of(max, one, 1, "").state()).isEqualTo(LimitState.KEPT);
    }

    /** If matched by price, both attributions must keep the limit, or both exceed it. */
    @Test
    void bothAttributionsMustAgree() {
        List<LimitOutcome> outcomes = outcomes(
                new MatrixFixture(directory).byPrice(4_000),
                List.of(valid(9_000), valid(9_000), valid(9_000)),
                limit(ComparedFigure.P50, 4_680),
                limit(ComparedFigure.P50, 4_690),
                limit(ComparedFigure.P50, 9_000),
                limit(ComparedFigure.P50, 9_500));
        assertThat(outcomes)
                .extracting(LimitOutcome::state)
                .containsExactly(LimitState.EXCEEDED, LimitState.UNDECIDED, LimitState.UNDECIDED, LimitState.UNDECIDED);
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
        assertOutcome(response(ComparedFigure.P99, 2_000, lost, lost, lost), LimitState.EXCEEDED, outcome.why());
    }

    @ParameterizedTest
    @ValueSource(longs = {1_000, 900_000})
    void unsupportedFigureIsUndecided(long ns) {
        LimitOutcome outcome = response(ComparedFigure.P99_99, 2_000, valid(ns), valid(ns), valid(ns));
        assertOutcome(outcome, LimitState.UNDECIDED, "fewer than 10 independent episodes lie beyond it");
    }

    /** The maximum is the latest answer of all runs. */
    @Test
    void maximumIsTakenOverAllRuns() {
        List<LimitOutcome> outcomes = outcomes(
                List.of(valid(1_000), valid(1_000), valid(2_000)),
                limit(ComparedFigure.MAX, 20_000),
                limit(ComparedFigure.MAX, 19_000));
        assertThat(outcomes.get(0).state()).isEqualTo(LimitState.KEPT);
        assertOutcome(outcomes.get(1), LimitState.EXCEEDED, "a run has a later answer");
    }

    @Test
    void missingRunLeavesTheLimitUndecided() {
        LimitOutcome outcome = response(ComparedFigure.P99, 2_000, valid(9_000));
        assertOutcome(outcome, LimitState.UNDECIDED, "runs are missing: 1 of 3 count");
        String reason = "not run: no Zing JVM";
        assertThat(LimitOutcome.of(P99, List.of(), 2, reason).why()).isEqualTo(reason);
    }

    /** Includes p90, first client and median client. */
    @Test
    void everyFigureThatCanBeLimitedIsJudged() throws Exception {
        List<CaseLimit> all = new ArrayList<>();
        for (Latency latency : Latency.COMPARED) {
            for (ComparedFigure figure : ComparedFigure.values()) {
                all.add(CaseLimit.of(latency, figure, 1_000_000));
            }
        }
        MatrixComparison comparison = new MatrixFixture(directory)
                .with("A", 1_000, 1_000, 1_000)
                .held(all.toArray(CaseLimit[]::new))
                .compare();
        for (LimitOutcome outcome : comparison.cases().get(0).limits()) {
            boolean thin = List.of("p99_9", "p99_99").contains(outcome.limit().figure());
            assertThat(outcome.state())
                    .as(outcome.limit().description())
                    .isEqualTo(thin ? LimitState.UNDECIDED : LimitState.KEPT);
        }
        MatrixFiles.write(comparison, directory);
        JsonNode written = new JsonMapper()
                .readTree(directory.resolve(MatrixFiles.COMPARISON).toFile())
                .at("/cases/0/limits/0");
        assertThat(written.toString())
                .isEqualTo("{\"latency\":\"lastClientNs\",\"figure\":\"p50\",\"mostNs\":1000000,\"state\":\"kept\","
                        + "\"refused\":false,\"low\":941,\"high\":1069,\"why\":\"\"}");
    }
}
