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
record AttemptEnd(AttemptState state, @Nullable Verdict validity, String reason) {
    /** For people: the verdict and its reason; a run that counts as it is needs none. */
    String words() {
        boolean counts = state == AttemptState.COMPLETE && (validity == Verdict.VALID || validity == Verdict.DEGRADED);
        String verdict = validity == null ? "" : validity.toString();
        return counts || reason.isEmpty() ? verdict : verdict.isEmpty() ? reason : verdict + ": " + reason;
    }
}
