package org.ticktoquote.analysis.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.analysis.summary.LevelFigures;
import org.ticktoquote.analysis.summary.LevelOutcome;
import org.ticktoquote.analysis.summary.LevelState;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.validity.Verdict;

/** Exit status of a run by verdict and service levels. */
final class RunResultTest {
    @ParameterizedTest
    @CsvSource({
        "VALID, '', 0",
        "DEGRADED, '', 0",
        "FAILED, '', 4",
        "VOID, '', 3",
        "VALID, MET MET, 0",
        "DEGRADED, MET UNDECIDED, 7",
        "VALID, UNDECIDED BROKEN, 4",
        "FAILED, UNDECIDED, 4",
        "VOID, UNDECIDED, 3"
    })
    void verdictTakesPrecedenceAndBrokenLevelsOverUndecidedOnes(Verdict verdict, String states, int status) {
        List<LevelOutcome> levels = Stream.of(states.split(" ", -1))
                .filter(state -> !state.isEmpty())
                .map(LevelState::valueOf)
                .map(state -> new LevelOutcome("no answer later than 1 s", 1, state, "", LevelFigures.NONE, null))
                .toList();
        assertThat(RunResult.status(new Summary.Findings(verdict, List.of(), List.of(), levels))
                        .code())
                .isEqualTo(status);
    }
}
