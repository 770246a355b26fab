package org.ticktoquote.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.annual.AnnualBase;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.analysis.files.ComparedLatency;
import org.ticktoquote.analysis.summary.LevelState;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.comparison.matrix.CaseComparison;
import org.ticktoquote.comparison.matrix.CaseHost;
import org.ticktoquote.comparison.matrix.CaseLevel;
import org.ticktoquote.comparison.matrix.CaseLimit;
import org.ticktoquote.comparison.matrix.ComparedFigure;
import org.ticktoquote.comparison.matrix.LimitOutcome;
import org.ticktoquote.comparison.matrix.LimitState;
import org.ticktoquote.comparison.matrix.MatrixComparison;
import org.ticktoquote.core.command.ExitStatus;

/** Exit status of a matrix, depending on its runs and limits. */
final class MatrixResultTest {
    private static MatrixComparison matrix(Verdict verdict, LimitState... states) {
        return matrix(verdict, List.of(), states);
    }

    private static MatrixComparison matrix(Verdict verdict, List<LevelState> levels, LimitState... states) {
        List<LimitOutcome> limits = Stream.of(states)
                .map(state -> new LimitOutcome(
                        CaseLimit.of(ComparedLatency.RESPONSE, ComparedFigure.P90, 1), state, false, 1L, 1L, ""))
                .toList();
        CaseComparison one = new CaseComparison(
                "A",
                "",
                Map.of(),
                "",
                new CaseHost("6.1.0", "cpu", "2", "tsc", "one host"),
                limits,
                levels.stream()
                        .map(state -> new CaseLevel("no answer later than 1 s", state, 0, 0, 0, ""))
                        .toList(),
                new CaseComparison.Attempts(List.of(), List.of(), Map.of(verdict, 1)),
                new CaseComparison.Outcomes(new TickOutcomes(1, 0, 0, 0, 0, 0), null),
                Map.of(),
                List.of(),
                List.of());
        Annualisation annual = Annualisation.ofOneRegime(AnnualBase.CALENDAR, "", null);
        return new MatrixComparison(
                1, "", "m", "", "", 1, 1, "A", annual, null, List.of(), List.of(one), List.of(), List.of(), List.of());
    }

    @Test
    void keptLimitsEndWithStatusOk() {
        assertThat(MatrixResult.status(matrix(Verdict.VALID, LimitState.KEPT), true))
                .isEqualTo(ExitStatus.OK);
    }

    @Test
    void undecidedLimitHasItsOwnStatus() {
        assertThat(MatrixResult.status(matrix(Verdict.VALID, LimitState.KEPT, LimitState.UNDECIDED), true))
                .isEqualTo(ExitStatus.UNDECIDED);
        assertThat(ExitStatus.UNDECIDED.code()).isEqualTo(7);
    }

    @Test
    void serviceLevelsCountLikeLimits() {
        assertThat(MatrixResult.status(matrix(Verdict.VALID, List.of(LevelState.MET)), true))
                .isEqualTo(ExitStatus.OK);
        assertThat(MatrixResult.status(matrix(Verdict.VALID, List.of(LevelState.UNDECIDED)), true))
                .isEqualTo(ExitStatus.UNDECIDED);
        assertThat(MatrixResult.status(matrix(Verdict.VALID, List.of(LevelState.UNDECIDED)), false))
                .isEqualTo(ExitStatus.VOID);
        assertThat(MatrixResult.status(matrix(Verdict.VALID, List.of(LevelState.BROKEN), LimitState.UNDECIDED), false))
                .isEqualTo(ExitStatus.FAILED);
    }

    @Test
    void failedAndVoidTakePrecedenceOverUndecided() {
        assertThat(MatrixResult.status(matrix(Verdict.VALID, LimitState.UNDECIDED, LimitState.EXCEEDED), false))
                .isEqualTo(ExitStatus.FAILED);
        assertThat(MatrixResult.status(matrix(Verdict.FAILED, LimitState.UNDECIDED), true))
                .isEqualTo(ExitStatus.FAILED);
        assertThat(MatrixResult.status(matrix(Verdict.VALID, LimitState.UNDECIDED), false))
                .isEqualTo(ExitStatus.VOID);
    }
}
