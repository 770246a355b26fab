package org.ticktoquote.harness.matrix.execution;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.matrix.AttemptState;
import org.ticktoquote.analysis.validity.Verdict;

/**
 * How one attempt ended.
 *
 * @param state how far it came
 * @param validity of its figures, or whose doing it was that there are none; null when somebody interrupted it
 * @param reason why it is not VALID, for people; may be empty
 */
record RunEnd(AttemptState state, @Nullable Verdict validity, String reason) {
    /** For people: the verdict, and unless the run is complete the reason. */
    String words() {
        String verdict = validity == null ? "" : validity + " ";
        return state == AttemptState.COMPLETE ? verdict.strip() : (verdict + reason).strip();
    }
}
