package org.ticktoquote.analysis.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.summary.LevelFigures;
import org.ticktoquote.analysis.summary.LevelOutcome;
import org.ticktoquote.analysis.summary.LevelState;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.command.ExitStatus;

/** Exit status of a run by verdict and service levels. */
final class RunResultTest {
    private static ExitStatus status(Verdict verdict, LevelState... states) {
        List<LevelOutcome> levels = Stream.of(states)
                .map(state -> new LevelOutcome("no answer later than 1 s", 1, state, "", LevelFigures.NONE, null))
                .toList();
        return RunResult.status(new Summary.Findings(verdict, List.of(), List.of(), levels));
    }

    @Test
    void statusFollowsTheVerdictWithoutServiceLevels() {
        assertThat(Stream.of(Verdict.VALID, Verdict.DEGRADED, Verdict.FAILED, Verdict.VOID)
                        .map(verdict -> status(verdict).code()))
                .containsExactly(0, 0, 4, 3);
    }

    @Test
    void brokenLevelTakesPrecedenceOverUndecided() {
        assertThat(status(Verdict.VALID, LevelState.MET, LevelState.MET)).isEqualTo(ExitStatus.OK);
        assertThat(status(Verdict.DEGRADED, LevelState.MET, LevelState.UNDECIDED))
                .isEqualTo(ExitStatus.UNDECIDED);
        assertThat(status(Verdict.VALID, LevelState.UNDECIDED, LevelState.BROKEN))
                .isEqualTo(ExitStatus.FAILED);
    }

    @Test
    void failedOrVoidVerdictTakesPrecedenceOverLevels() {
        assertThat(status(Verdict.FAILED, LevelState.UNDECIDED)).isEqualTo(ExitStatus.FAILED);
        assertThat(status(Verdict.VOID, LevelState.UNDECIDED)).isEqualTo(ExitStatus.VOID);
    }
}
