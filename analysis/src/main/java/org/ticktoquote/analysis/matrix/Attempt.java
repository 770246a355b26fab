package org.ticktoquote.analysis.matrix;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.validity.Verdict;

/**
 * One run of a case.
 *
 * @param repeat from 1
 * @param attempt at that repeat, from 1
 * @param directory of the run, relative to the matrix: {@code PV-001/run-1}, {@code PV-001/run-1-attempt-2}
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
}
