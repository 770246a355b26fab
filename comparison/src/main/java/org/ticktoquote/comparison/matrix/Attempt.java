package org.ticktoquote.comparison.matrix;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.run.RunManifest;

/**
 * One attempt at a run of a case.
 *
 * @param repeat number of the repeat, from 1
 * @param attempt number within the repeat, from 1
 * @param directory directory of the run, relative to the matrix: {@code PV-001/run-1}, {@code PV-001/run-1-attempt-2}
 * @param run identity of the run; null if unknown
 * @param state progress
 * @param validity validity of the figures; null without figures
 * @param reason reason why the attempt has no figures or is not VALID; can be empty
 * @param objections reasons why an attempt that is not VOID must not be compared: another input, application or host, or a
 * late replay; can be empty
 */
public record Attempt(
        int repeat,
        int attempt,
        String directory,
        @Nullable UUID run,
        AttemptState state,
        @Nullable Verdict validity,
        String reason,
        List<String> objections) {
    public Attempt {
        requireNonNull(directory, "directory");
        requireNonNull(state, "state");
        requireNonNull(reason, "reason");
        objections = List.copyOf(objections);
        if (repeat < 1 || attempt < 1) {
            throw new IllegalArgumentException("repeat " + repeat + ", attempt " + attempt + ": expected 1 or more");
        }
    }

    /** Rejects the manifest of another run in this attempt's directory. */
    public void requireOwn(RunManifest manifest) {
        if (run != null && !run.equals(manifest.identity())) {
            throw Problem.of(directory)
                    .fault("belongs to run " + manifest.identity())
                    .expected("run " + run + " (" + MatrixRecord.FILE + ")")
                    .exception(ExitStatus.BAD_INPUT);
        }
    }
}
