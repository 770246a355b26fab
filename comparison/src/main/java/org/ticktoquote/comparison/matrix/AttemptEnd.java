package org.ticktoquote.comparison.matrix;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.validity.Verdict;

/**
 * End of an attempt.
 *
 * @param state progress
 * @param validity of its figures, or of the reason for their absence; null if interrupted
 * @param reason why it is not VALID, for users; can be empty
 */
public record AttemptEnd(AttemptState state, @Nullable Verdict validity, String reason) {
    /** Prefix of a reason that another attempt would not change. */
    public static final String NOT_REPEATED = "not repeated: ";

    /** Returns verdict and reason for users; a run that counts needs no reason. */
    public String description() {
        boolean counts = state == AttemptState.COMPLETE && (validity == Verdict.VALID || validity == Verdict.DEGRADED);
        String verdict = validity == null ? "" : validity.toString();
        return counts || reason.isEmpty() ? verdict : verdict.isEmpty() ? reason : verdict + ": " + reason;
    }
}
