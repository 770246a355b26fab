package org.ticktoquote.analysis.evidence;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import org.ticktoquote.core.clock.ClockTranslation;

/**
 * What one source tells of one cause, on the run's clock.
 *
 * @param cause that it tells of
 * @param source its name, for people: {@code gc.log}, {@code evidence-application.jsonl}
 * @param intervals by their first moments; they may overlap
 * @param absence why nothing is known; empty where the source was read
 * @param reservation what is missing of it, for people; empty where it is whole
 * @param boundNs its moments are placed on the run's clock to so much; 0 on the run's own host
 * @param costNs processor time that the collecting took, where it is known
 */
public record CauseEvidence(
        Cause cause,
        String source,
        List<EvidenceInterval> intervals,
        String absence,
        String reservation,
        long boundNs,
        OptionalLong costNs) {
    /** The source whose intervals are whole waits of single threads, each known to the moment. */
    static final String KERNEL_TRACE = "kernel trace";

    public CauseEvidence {
        intervals = List.copyOf(intervals);
    }

    /** A source that is not there. */
    static CauseEvidence absent(Cause cause, String source, String reason) {
        return new CauseEvidence(cause, source, List.of(), reason, "", 0, OptionalLong.empty());
    }

    /** A source as it was read; its intervals are as the process that they are of reads its clock. */
    static CauseEvidence of(
            Cause cause,
            String source,
            List<EvidenceInterval> own,
            String reservation,
            ClockTranslation clock,
            OptionalLong costNs) {
        List<EvidenceInterval> intervals = own.stream()
                .map(interval -> interval.onRunClock(clock))
                .sorted(Comparator.comparingLong(EvidenceInterval::fromNs))
                .toList();
        return new CauseEvidence(cause, source, intervals, "", reservation, clock.boundNs(), costNs);
    }

    /** The same with other intervals, and something more that is missing of it; nothing where that is empty. */
    public CauseEvidence with(List<EvidenceInterval> others, String missing) {
        String joined =
                reservation.isEmpty() || missing.isEmpty() ? reservation + missing : reservation + ", " + missing;
        return new CauseEvidence(cause, source, others, absence, joined, boundNs, costNs);
    }

    /** Whether its intervals are of single threads, so that of several at once that of one counts. */
    public boolean isByThread() {
        return source.equals(KERNEL_TRACE);
    }

    /** Whether the source was read, if only in part. */
    public boolean isPresent() {
        return absence.isEmpty();
    }
}
