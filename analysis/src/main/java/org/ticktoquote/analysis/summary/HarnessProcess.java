package org.ticktoquote.analysis.summary;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/**
 * What one of the harness's processes did in the measured part. What nobody knows, because the file that would tell is
 * missing or damaged, is null.
 *
 * @param process its role
 * @param hiccupNs how late it woke up
 * @param stood times it stood still for a millisecond or more
 * @param collector pauses of its garbage collector
 * @param usage what the kernel counted of its threads
 * @param damage what is missing of its audit; empty when nothing is
 */
public record HarnessProcess(
        String process,
        @Nullable HiccupFigures hiccupNs,
        @JsonUnwrapped Stalls stood,
        @JsonUnwrapped Pauses collector,
        @JsonUnwrapped Usage usage,
        String damage) {
    /**
     * Times it stood still.
     *
     * @param stalledNs their sum
     * @param longestStallNs 0 without one
     */
    public record Stalls(
            @Nullable Long stalls,
            @Nullable Long stalledNs,
            @Nullable Long longestStallNs) {
        /** Nobody knows. */
        public static final Stalls UNKNOWN = new Stalls(null, null, null);
    }

    /**
     * Pauses of its collector.
     *
     * @param longestGcPauseNs 0 without one
     */
    public record Pauses(@Nullable Long gcPauses, @Nullable Long longestGcPauseNs) {
        /** Nobody knows. */
        public static final Pauses UNKNOWN = new Pauses(null, null);
    }

    /**
     * What the kernel counted of its threads.
     *
     * @param voluntarySwitches they waited
     * @param involuntarySwitches they were preempted
     * @param majorFaults pages that came from the disk
     * @param cpuNs that it used
     * @param throttledNs that a quota kept it from running
     */
    public record Usage(
            @Nullable Long voluntarySwitches,
            @Nullable Long involuntarySwitches,
            @Nullable Long majorFaults,
            @Nullable Long cpuNs,
            @Nullable Long throttledNs) {}
}
