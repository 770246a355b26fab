package org.ticktoquote.comparison.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.comparison.matrix.MatrixFixture.valid;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.comparison.matrix.MatrixFixture.Run;

/** Which attempts count, and with which verdict, where the matrix and the run's own summary disagree. */
final class RunSelectionTest {
    @TempDir
    Path directory;

    /** An attempt whose summary says one thing and of which the matrix states another, or nothing. */
    private Attempt attempt(int attempt, Verdict summary, @Nullable Verdict stated) {
        Attempt written =
                new MatrixFixture(directory).attempt(1, attempt, "PV-001", new Run(summary, 1_000, 0), List.of());
        return new Attempt(1, attempt, written.directory(), AttemptState.COMPLETE, stated, "", List.of());
    }

    private RunSelection selection(Attempt... attempts) {
        return RunSelection.of(directory, List.of(attempts));
    }

    @Test
    void countsTheWorseOfBothVerdicts() {
        assertThat(selection(attempt(1, Verdict.VALID, Verdict.FAILED)).counted())
                .extracting(CountedRun::validity)
                .containsExactly(Verdict.FAILED);
        assertThat(selection(attempt(1, Verdict.DEGRADED, Verdict.VALID)).counted())
                .extracting(CountedRun::validity)
                .containsExactly(Verdict.DEGRADED);
        assertThat(selection(attempt(1, Verdict.VALID, Verdict.VOID)).counted()).isEmpty();
    }

    @Test
    void takesTheVerdictOfTheSummaryWhereTheMatrixStatesNone() {
        assertThat(selection(attempt(1, Verdict.DEGRADED, null)).counted())
                .extracting(CountedRun::validity)
                .containsExactly(Verdict.DEGRADED);
        assertThat(selection(attempt(1, Verdict.VOID, null)).counted()).isEmpty();
    }

    @Test
    void countsTheFirstOfSeveralAttemptsThatMay() {
        assertThat(selection(attempt(1, Verdict.VALID, Verdict.VALID), attempt(2, Verdict.VALID, Verdict.VALID))
                        .counted())
                .extracting(CountedRun::attempt)
                .containsExactly(1);
        assertThat(selection(attempt(1, Verdict.VOID, Verdict.VOID), attempt(2, Verdict.VALID, Verdict.VALID))
                        .counted())
                .extracting(CountedRun::attempt)
                .containsExactly(2);
    }

    @Test
    void countsTheFirstOneThatFailedWhateverStandsBesideIt() {
        assertThat(selection(
                                attempt(1, Verdict.VALID, Verdict.VALID),
                                attempt(2, Verdict.FAILED, Verdict.FAILED),
                                attempt(3, Verdict.FAILED, Verdict.FAILED))
                        .counted())
                .extracting(CountedRun::attempt)
                .containsExactly(2);
    }

    @Test
    void countsNoRunThatLiesOutsideTheMatrix() {
        new MatrixFixture(directory.resolve("other")).attempt(1, 1, "PV-001", valid(1_000), List.of());
        Attempt outside =
                new Attempt(1, 1, "../other/PV-001/run-1", AttemptState.COMPLETE, Verdict.VALID, "", List.of());
        RunSelection selection = RunSelection.of(directory.resolve("matrix"), List.of(outside));
        assertThat(selection.counted()).isEmpty();
        assertThat(selection.others())
                .extracting(UncountedRun::why)
                .containsExactly("'../other/PV-001/run-1' is not a directory within the matrix directory");
    }
}
