package org.ticktoquote.comparison.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.validity.Verdict.DEGRADED;
import static org.ticktoquote.analysis.validity.Verdict.FAILED;
import static org.ticktoquote.analysis.validity.Verdict.VALID;
import static org.ticktoquote.analysis.validity.Verdict.VOID;
import static org.ticktoquote.comparison.matrix.MatrixFixture.valid;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.comparison.matrix.MatrixFixture.Run;

/** Selection of attempts and verdicts if the matrix and the run's own summary disagree. */
final class RunSelectionTest {
    @TempDir
    Path directory;

    /** Writes an attempt whose summary and matrix state these verdicts. */
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
        assertThat(selection(attempt(1, VALID, FAILED)).counted())
                .extracting(CountedRun::validity)
                .containsExactly(FAILED);
        assertThat(selection(attempt(1, DEGRADED, VALID)).counted())
                .extracting(CountedRun::validity)
                .containsExactly(DEGRADED);
        assertThat(selection(attempt(1, VALID, VOID)).counted()).isEmpty();
    }

    @Test
    void takesTheVerdictOfTheSummaryIfTheMatrixHasNone() {
        assertThat(selection(attempt(1, DEGRADED, null)).counted())
                .extracting(CountedRun::validity)
                .containsExactly(DEGRADED);
        assertThat(selection(attempt(1, VOID, null)).counted()).isEmpty();
    }

    @Test
    void countsTheFirstEligibleAttempt() {
        assertThat(selection(attempt(1, VALID, VALID), attempt(2, VALID, VALID)).counted())
                .extracting(CountedRun::attempt)
                .containsExactly(1);
        assertThat(selection(attempt(1, VOID, VOID), attempt(2, VALID, VALID)).counted())
                .extracting(CountedRun::attempt)
                .containsExactly(2);
    }

    @Test
    void countsTheFirstFailedAttemptBeforeAnyOther() {
        assertThat(selection(attempt(1, VALID, VALID), attempt(2, FAILED, FAILED), attempt(3, FAILED, FAILED))
                        .counted())
                .extracting(CountedRun::attempt)
                .containsExactly(2);
    }

    @Test
    void ignoresRunsOutsideTheMatrixDirectory() {
        new MatrixFixture(directory.resolve("other")).attempt(1, 1, "PV-001", valid(1_000), List.of());
        Attempt outside = new Attempt(1, 1, "../other/PV-001/run-1", AttemptState.COMPLETE, VALID, "", List.of());
        RunSelection selection = RunSelection.of(directory.resolve("matrix"), List.of(outside));
        assertThat(selection.counted()).isEmpty();
        assertThat(selection.others())
                .extracting(UncountedRun::why)
                .containsExactly("'../other/PV-001/run-1' is not a directory within the matrix directory");
    }
}
