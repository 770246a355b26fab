package org.ticktoquote.analysis.evidence;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.CountText;

/**
 * Source of evidence and its availability.
 *
 * @param cause key of the cause it is evidence of, or {@link #HOST}
 * @param name source's name
 * @param intervals number of intervals found; for {@link #HOST} the number of samples
 * @param absence reason for missing evidence; empty if the source was read
 * @param reservation gaps in the evidence; empty if complete
 * @param costNs CPU time spent on collecting it; null if unknown
 */
public record EvidenceSource(
        String cause,
        String name,
        int intervals,
        String absence,
        String reservation,
        @Nullable Long costNs) {
    /** Key of host state, which is not attributed as a cause. */
    static final String HOST = "host";

    /** Returns the source of a cause. */
    public static EvidenceSource of(CauseEvidence evidence) {
        return new EvidenceSource(
                evidence.cause().key(),
                evidence.source(),
                evidence.intervals().size(),
                evidence.absence(),
                evidence.reservation(),
                ns(evidence.costNs()));
    }

    static @Nullable Long ns(OptionalLong costNs) {
        return costNs.isPresent() ? (Long) costNs.getAsLong() : null;
    }

    /** Returns the number of intervals, or the reason for their absence, as text for users. */
    public String sentence() {
        String read = absence.isEmpty() ? CountText.of(intervals, "interval") : absence;
        return cause + ", " + name + ": " + read + (reservation.isEmpty() ? "" : " (" + reservation + ")");
    }
}
