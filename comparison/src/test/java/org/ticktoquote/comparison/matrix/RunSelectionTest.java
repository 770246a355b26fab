package org.ticktoquote.comparison.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.validity.Verdict.VALID;
import static org.ticktoquote.comparison.matrix.MatrixFixture.valid;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
        return new Attempt(1, attempt, written.directory(), null, AttemptState.COMPLETE, stated, "", List.of());
    }

    private RunSelection selection(Attempt... attempts) {
        return RunSelection.of(directory, List.of(attempts));
    }

    /** The verdict of the summary counts if the matrix has none. */
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "VALID, FAILED, FAILED",
                "DEGRADED, VALID, DEGRADED",
                "VALID, VOID, -",
                "DEGRADED, -, DEGRADED",
                "VOID, -, -"
            })
    void countsTheWorseOfBothVerdicts(Verdict summary, @Nullable Verdict stated, @Nullable Verdict counted) {
        List<Verdict> expected = counted == null ? List.of() : List.of(counted);
        assertThat(selection(attempt(1, summary, stated)).counted())
                .extracting(CountedRun::validity)
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"VALID VALID, 1", "VOID VALID, 2", "VALID FAILED FAILED, 2"})
    void countsTheFirstEligibleAttemptAndFailuresBeforeAnyOther(String verdicts, int counted) {
        List<Attempt> attempts = new ArrayList<>();
        for (String name : verdicts.split(" ")) {
            Verdict verdict = Verdict.valueOf(name);
            attempts.add(attempt(attempts.size() + 1, verdict, verdict));
        }
        assertThat(RunSelection.of(directory, attempts).counted())
                .extracting(CountedRun::attempt)
                .containsExactly(counted);
    }

    @Test
    void ignoresRunsOutsideTheMatrixDirectory() {
        new MatrixFixture(directory.resolve("other")).attempt(1, 1, "PV-001", valid(1_000), List.of());
        Attempt outside = new Attempt(1, 1, "../other/PV-001/run-1", null, AttemptState.COMPLETE, VALID, "", List.of());
        RunSelection selection = RunSelection.of(directory.resolve("matrix"), List.of(outside));
        assertThat(selection.counted()).isEmpty();
        assertThat(selection.others())
                .extracting(UncountedRun::why)
                .containsExactly("'../other/PV-001/run-1' is not a directory within the matrix directory");
    }
}
