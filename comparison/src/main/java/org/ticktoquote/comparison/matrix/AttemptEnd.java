package org.ticktoquote.comparison.matrix;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.validity.Verdict;

/**
 * End of an attempt.
 *
 * @param state progress
 * @param validity validity of the figures, or of the attempt without figures; null if interrupted
 * @param reason reason why the attempt is not VALID, for users; can be empty
 */
public record AttemptEnd(AttemptState state, @Nullable Verdict validity, String reason) {
    /** Prefix of the reason of an attempt that is not repeated. */
    public static final String NOT_REPEATED = "not repeated: ";

    /** Returns verdict and reason for users; omits the reason of a VALID or DEGRADED run. */
    public String description() {
        boolean counts = state == AttemptState.COMPLETE && (validity == Verdict.VALID || validity == Verdict.DEGRADED);
        String verdict = validity == null ? "" : validity.toString();
        return counts || reason.isEmpty() ? verdict : verdict.isEmpty() ? reason : verdict + ": " + reason;
    }
}
