package org.ticktoquote.analysis.outliers;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.evidence.CauseEvidence;
import org.ticktoquote.analysis.evidence.HostSource;
import org.ticktoquote.core.command.Counted;

/**
 * One source of evidence, and what there was of it.
 *
 * @param cause that it tells of; {@link #HOST} where it tells of none
 * @param name of the source
 * @param intervals found
 * @param absence why it tells nothing; empty where it was read
 * @param reservation what is missing of it; empty where it is whole
 * @param costNs processor time that its collecting took; null where nobody knows
 */
public record EvidenceSource(
        String cause,
        String name,
        int intervals,
        String absence,
        String reservation,
        @Nullable Long costNs) {
    /** What the host went through is nobody's cause. */
    static final String HOST = "host";

    static EvidenceSource of(HostSource host) {
        return new EvidenceSource(
                HOST, host.name(), host.looks(), host.absence(), host.reservation(), ns(host.costNs()));
    }

    static EvidenceSource of(CauseEvidence evidence) {
        return new EvidenceSource(
                evidence.cause().key(),
                evidence.source(),
                evidence.intervals().size(),
                evidence.absence(),
                evidence.reservation(),
                ns(evidence.costNs()));
    }

    private static @Nullable Long ns(OptionalLong costNs) {
        return costNs.isPresent() ? (Long) costNs.getAsLong() : null;
    }

    /** For people: how much it holds, or why it is absent. */
    public String sentence() {
        String read = absence.isEmpty() ? Counted.of(intervals, "interval") : absence;
        return cause + ", " + name + ": " + read + (reservation.isEmpty() ? "" : " (" + reservation + ")");
    }
}
