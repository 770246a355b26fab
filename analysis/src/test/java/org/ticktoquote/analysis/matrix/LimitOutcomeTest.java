package org.ticktoquote.analysis.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.matrix.MatrixFixture.valid;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.matrix.MatrixFixture.Run;
import org.ticktoquote.analysis.matrix.files.MatrixFiles;
import org.ticktoquote.analysis.validity.Verdict;

/** What becomes of a limit, by what the runs say: kept, exceeded, or undecided with the reason. */
final class LimitOutcomeTest {
    private static final CaseLimit P99 = CaseLimit.of(ComparedLatency.RESPONSE, ComparedFigure.P99, 2_000);

    @TempDir
    Path directory;

    private static LimitOutcome judged(@Nullable OverRuns found, int runs) {
        return LimitOutcome.of(P99, found, runs, 2, "");
    }

    private static OverRuns figure(long lowNs, @Nullable Long highNs, boolean refused, boolean supported) {
        return new OverRuns(lowNs, highNs, refused, lowNs, highNs, 2, refused ? 2 : 0, supported, 20);
    }

    @Test
    void theMedianOfTheRunsDecides() {
        assertThat(judged(figure(2_000, 2_000L, false, true), 2).state()).isEqualTo(LimitState.KEPT);
        assertThat(judged(figure(2_001, 2_001L, false, true), 2).state()).isEqualTo(LimitState.EXCEEDED);
    }

    @Test
    void aRefusedFigureExceedsAnyLimit() {
        LimitOutcome outcome = judged(figure(1_000, null, true, false), 2);
        assertThat(outcome.state()).isEqualTo(LimitState.EXCEEDED);
        assertThat(outcome.why()).contains("lost ticks");
    }

    /** The application failed before the first answer, or lost every tick. */
    @Test
    void aFigureOfNothingMeasuredExceedsAnyLimitAndSaysSo() {
        LimitOutcome outcome = judged(OverRuns.of(List.of(Bounds.NEVER_MEASURED, Bounds.NEVER_MEASURED)), 2);
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
    void anUnsupportedFigureDecidesNothing() {
        for (long ns : new long[] {1_000, 9_000}) {
            LimitOutcome outcome = judged(figure(ns, ns, false, false), 2);
            assertThat(outcome.state()).isEqualTo(LimitState.UNDECIDED);
            assertThat(outcome.why()).contains("unsupported");
        }
    }

    @Test
    void theMaximumNeedsNoSupport() {
        CaseLimit max = CaseLimit.of(ComparedLatency.RESPONSE, ComparedFigure.MAX, 2_000);
        assertThat(LimitOutcome.of(max, figure(1_000, 1_000L, false, false), 2, 2, "")
                        .state())
                .isEqualTo(LimitState.KEPT);
    }

    @Test
    void aMissingRunLeavesItUndecidedWhateverTheOthersSay() {
        LimitOutcome outcome = judged(figure(9_000, 9_000L, false, true), 1);
        assertThat(outcome.state()).isEqualTo(LimitState.UNDECIDED);
        assertThat(outcome.why()).isEqualTo("runs are missing: 1 of 2 count");
        assertThat(LimitOutcome.of(P99, null, 0, 2, "not run: no Zing JVM").why())
                .isEqualTo("not run: no Zing JVM");
    }

    @Test
    void aLimitBetweenBothBoundsIsUndecided() {
        assertThat(judged(figure(1_000, 3_000L, false, true), 2).state()).isEqualTo(LimitState.UNDECIDED);
        assertThat(judged(figure(1_000, null, false, true), 2).state()).isEqualTo(LimitState.UNDECIDED);
        assertThat(judged(figure(3_000, null, false, true), 2).state()).isEqualTo(LimitState.EXCEEDED);
    }

    /** p90, first client and median client could be limited, and were then always said to be exceeded. */
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
                    .as(outcome.limit().words())
                    .isEqualTo(thin ? LimitState.UNDECIDED : LimitState.KEPT);
        }
        MatrixFiles.write(comparison, directory);
        JsonNode written = JsonMapper.builder()
                .build()
                .readTree(directory.resolve(MatrixFiles.COMPARISON).toFile())
                .at("/cases/0/limits/0");
        assertThat(written.toString())
                .isEqualTo("{\"latency\":\"responseNs\",\"figure\":\"p50\",\"mostNs\":1000000,\"state\":\"kept\","
                        + "\"refused\":false,\"low\":1000,\"high\":1000,\"why\":\"\"}");
    }

    @Test
    void oneRunOfThreeDecidesNothing() {
        MatrixComparison comparison = new MatrixFixture(directory)
                .with("A", "j", "t", valid(9_000), new Run(Verdict.VOID, 1_000, 0), valid(1_000))
                .held(P99)
                .notRun("B", "k", "t", "no Zing JVM")
                .held(P99)
                .compare();
        assertThat(comparison.limits(LimitState.UNDECIDED)).isEqualTo(2);
        assertThat(comparison.cases().get(1).limits())
                .extracting(LimitOutcome::why)
                .containsExactly("not run: no Zing JVM");
    }
}
