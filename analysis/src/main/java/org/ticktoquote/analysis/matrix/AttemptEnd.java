package org.ticktoquote.analysis.matrix;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.validity.Verdict;

/**
 * How one attempt ended.
 *
 * @param state how far it came
 * @param validity of its figures, or whose doing it was that there are none; null when somebody interrupted it
 * @param reason why it is not VALID, for people; may be empty
 */
public record AttemptEnd(AttemptState state, @Nullable Verdict validity, String reason) {
    /** Begins the reason of what another attempt would not change. */
    public static final String NOT_REPEATED = "not repeated: ";

    /** For people: the verdict and its reason; a run that counts as it is needs none. */
    public String words() {
        boolean counts = state == AttemptState.COMPLETE && (validity == Verdict.VALID || validity == Verdict.DEGRADED);
        String verdict = validity == null ? "" : validity.toString();
        return counts || reason.isEmpty() ? verdict : verdict.isEmpty() ? reason : verdict + ": " + reason;
    }
}
