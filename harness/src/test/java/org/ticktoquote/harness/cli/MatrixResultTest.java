package org.ticktoquote.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.analysis.annual.AnnualBase;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.analysis.distribution.Latency;
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
    private static MatrixComparison matrix(Verdict verdict, Stream<String> levels, Stream<String> states) {
        List<LimitOutcome> limits = states.map(state -> new LimitOutcome(
                        CaseLimit.of(Latency.RESPONSE, ComparedFigure.P90, 1),
                        LimitState.valueOf(state),
                        false,
                        1L,
                        1L,
                        ""))
                .toList();
        CaseComparison one = new CaseComparison(
                "A",
                "",
                Map.of(),
                "",
                new CaseHost("6.1.0", "cpu", "2", "tsc", "one host"),
                limits,
                levels.map(state -> new CaseLevel("no answer later than 1 s", LevelState.valueOf(state), 0, 0, 0, ""))
                        .toList(),
                new CaseComparison.Attempts(List.of(), List.of(), Map.of(verdict, 1)),
                new CaseComparison.Outcomes(new TickOutcomes(1, 0, 0, 0, 0, 0), null, List.of()),
                Map.of(),
                List.of(),
                List.of());
        Annualisation annual = Annualisation.ofOneRegime(AnnualBase.CALENDAR, "", null);
        return new MatrixComparison(
                1, "", "m", "", "", 1, 1, "A", annual, null, List.of(), List.of(one), List.of(), List.of(), List.of());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            VALID  | -         | KEPT               | true  | OK
            VALID  | -         | KEPT UNDECIDED     | true  | UNDECIDED
            VALID  | -         | UNDECIDED          | false | VOID
            VALID  | -         | UNDECIDED EXCEEDED | false | FAILED
            FAILED | -         | UNDECIDED          | true  | FAILED
            VALID  | MET       | -                  | true  | OK
            VALID  | UNDECIDED | -                  | true  | UNDECIDED
            VALID  | UNDECIDED | -                  | false | VOID
            VALID  | BROKEN    | UNDECIDED          | false | FAILED
            """)
    void failedAndVoidTakePrecedenceOverUndecided(
            Verdict verdict, String levels, String limits, boolean complete, ExitStatus status) {
        assertThat(MatrixJob.status(matrix(verdict, words(levels), words(limits)), complete))
                .isEqualTo(status);
        assertThat(ExitStatus.UNDECIDED.code()).isEqualTo(7);
    }

    private static Stream<String> words(String list) {
        return Stream.of(list.split(" ")).filter(word -> !word.equals("-"));
    }
}
