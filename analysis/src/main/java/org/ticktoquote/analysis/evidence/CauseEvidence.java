package org.ticktoquote.analysis.evidence;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import org.ticktoquote.core.clock.ClockTranslation;

/**
 * Evidence of one cause from one source, on the run's clock.
 *
 * @param source name for users: {@code gc.log}, {@code evidence-application.jsonl}
 * @param intervals intervals in order of start; they can overlap
 * @param absence reason for missing evidence; empty if the source was read
 * @param reservation description of gaps in the source; empty if it is complete
 * @param boundNs error bound of the translation to the run's clock; 0 if none was needed
 * @param costNs CPU time spent on collecting it, if known
 */
public record CauseEvidence(
        Cause cause,
        String source,
        List<EvidenceInterval> intervals,
        String absence,
        String reservation,
        long boundNs,
        OptionalLong costNs) {
    /** Source whose intervals have exact times and concern one thread each. */
    static final String KERNEL_TRACE = "kernel trace";

    public CauseEvidence {
        intervals = List.copyOf(intervals);
    }

    static CauseEvidence absent(Cause cause, String source, String reason) {
        return new CauseEvidence(cause, source, List.of(), reason, "", 0, OptionalLong.empty());
    }

    /**
     * Creates evidence from a source.
     *
     * @param own intervals on the clock of the observed process
     */
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

    /** Returns a copy with other intervals and an additional reservation, which can be empty. */
    public CauseEvidence with(List<EvidenceInterval> others, String missing) {
        String joined =
                reservation.isEmpty() || missing.isEmpty() ? reservation + missing : reservation + ", " + missing;
        return new CauseEvidence(cause, source, others, absence, joined, boundNs, costNs);
    }

    /** Returns whether each interval concerns a single thread and has exact times. */
    public boolean isByThread() {
        return source.equals(KERNEL_TRACE);
    }

    /** Returns whether the source was read, at least in part. */
    public boolean isPresent() {
        return absence.isEmpty();
    }
}
