package org.ticktoquote.core.evidence;

import java.util.Objects;

/**
 * What the looking came to.
 *
 * @param looks at the application
 * @param longestGapNs between two of them
 * @param longestStopGapNs between two looks whether it is stopped: what is shorter can be missed
 * @param cpuNs processor time of the threads that looked
 * @param elapsedNs from its begin to its end
 * @param problem why it ended early; empty when it did not
 */
public record EvidenceCost(
        long looks, long longestGapNs, long longestStopGapNs, long cpuNs, long elapsedNs, String problem) {
    public EvidenceCost {
        Objects.requireNonNull(problem, "no problem is an empty text");
    }
}
