package org.ticktoquote.analysis.outliers;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.ticktoquote.analysis.evidence.Cause;
import org.ticktoquote.analysis.evidence.CauseEvidence;
import org.ticktoquote.analysis.evidence.EvidenceInterval;

/** Complete evidence of one cause. */
final class SampleEvidence {
    private SampleEvidence() {}

    static CauseEvidence evidence(Cause cause, EvidenceInterval... intervals) {
        return new CauseEvidence(cause, cause.key() + ".log", List.of(intervals), "", "", 0, OptionalLong.empty());
    }

    /** Returns evidence of exact times, given as starts and ends. */
    static CauseEvidence exact(Cause cause, long... fromTo) {
        return evidence(
                cause,
                IntStream.range(0, fromTo.length / 2)
                        .mapToObj(i -> exact(fromTo[2 * i], fromTo[2 * i + 1]))
                        .toArray(EvidenceInterval[]::new));
    }

    private static EvidenceInterval exact(long fromNs, long toNs) {
        return new EvidenceInterval(fromNs, toNs, toNs - fromNs, "somebody", "something");
    }

    /** Returns evidence of a wait at unknown times within a period. */
    static CauseEvidence waited(Cause cause, long fromNs, long toNs, long ns) {
        return evidence(cause, new EvidenceInterval(fromNs, toNs, ns, "pricing-1", "waited"));
    }
}
