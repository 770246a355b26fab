package org.ticktoquote.analysis.matrix;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.run.RunManifest;

/**
 * One run of a case.
 *
 * @param repeat from 1
 * @param attempt at that repeat, from 1
 * @param directory of the run, relative to the matrix: {@code PV-001/run-1}, {@code PV-001/run-1-attempt-2}
 * @param run identity of the run; null where it has none that is known
 * @param state how far it came
 * @param validity of its figures; null where there are none
 * @param reason why it has no figures, or why it is not VALID; may be empty
 * @param objections why it may not be compared although it is not VOID: another input, another application, another
 *     host, a late replay; empty when there is none
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

    /** One whose run has no identity that is known. */
    public Attempt(
            int repeat,
            int attempt,
            String directory,
            AttemptState state,
            @Nullable Verdict validity,
            String reason,
            List<String> objections) {
        this(repeat, attempt, directory, null, state, validity, reason, objections);
    }

    /** Refuses the manifest of a run that stands in the place of this one. */
    public void requireOwn(RunManifest manifest) {
        if (run != null && !run.equals(manifest.identity())) {
            throw Problem.of(directory)
                    .fault("is of run " + manifest.identity())
                    .expected("run " + run + " (" + MatrixRecord.FILE + "): it is another run's directory")
                    .refusal(ExitStatus.BAD_INPUT);
        }
    }
}
