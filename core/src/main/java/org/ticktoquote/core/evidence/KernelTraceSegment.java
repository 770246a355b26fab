package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * Part of the kernel trace, limited to the application's threads.
 *
 * @param fromNs time of the first event, monotonic
 * @param toNs end of the trace
 * @param waits intervals in which threads waited for a CPU
 * @param interrupts interrupts that delayed running threads
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record KernelTraceSegment(
        @JsonProperty(required = true) @JsonInclude(JsonInclude.Include.ALWAYS)
        long fromNs,

        @JsonProperty(required = true) @JsonInclude(JsonInclude.Include.ALWAYS)
        long toNs,

        List<KernelWait> waits,
        List<KernelInterrupt> interrupts) {
    public KernelTraceSegment {
        waits = EvidenceLine.copyOf(waits);
        interrupts = EvidenceLine.copyOf(interrupts);
    }

    /**
     * Throws {@link IllegalArgumentException} with a message for the user if the segment is invalid.
     *
     * @param known number of threads seen
     */
    void check(int known) {
        EvidenceLine.requireTimes(fromNs, toNs);
        for (KernelWait wait : waits) {
            EvidenceLine.requireTimes(wait.fromNs(), wait.toNs());
            EvidenceLine.requireKnownThread(wait.thread(), known);
            wait.instead().forEach(other -> EvidenceLine.requireAmount(other.ns()));
        }
        for (KernelInterrupt interrupt : interrupts) {
            EvidenceLine.requireTimes(interrupt.fromNs(), interrupt.toNs());
            EvidenceLine.requireKnownThread(interrupt.thread(), known);
        }
    }
}
