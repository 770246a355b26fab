package org.ticktoquote.analysis.summary;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/**
 * Activity of one harness process in the measured part. Values are null if their file is missing or damaged.
 *
 * @param process its role
 * @param hiccupNs lateness of its wakes
 * @param stood stalls of a millisecond or more
 * @param collector garbage collector pauses
 * @param usage kernel counters of its threads
 * @param damage gaps in its audit; empty if complete
 */
public record HarnessProcess(
        String process,
        @Nullable HiccupFigures hiccupNs,
        @JsonUnwrapped Stalls stood,
        @JsonUnwrapped Pauses collector,
        @JsonUnwrapped Usage usage,
        String damage) {
    /**
     * Stalls of a process.
     *
     * @param stalledNs their sum
     * @param longestStallNs 0 without a stall
     */
    public record Stalls(
            @Nullable Long stalls,
            @Nullable Long stalledNs,
            @Nullable Long longestStallNs) {
        public static final Stalls UNKNOWN = new Stalls(null, null, null);
    }

    /**
     * Garbage collector pauses of a process.
     *
     * @param longestGcPauseNs 0 without a pause
     */
    public record Pauses(@Nullable Long gcPauses, @Nullable Long longestGcPauseNs) {
        public static final Pauses UNKNOWN = new Pauses(null, null);
    }

    /**
     * Kernel counters of a process's threads.
     *
     * @param voluntarySwitches context switches of waiting threads
     * @param involuntarySwitches preemptions
     * @param majorFaults pages read from disk
     * @param cpuNs CPU time used
     * @param throttledNs time for which a CPU quota stopped it
     */
    public record Usage(
            @Nullable Long voluntarySwitches,
            @Nullable Long involuntarySwitches,
            @Nullable Long majorFaults,
            @Nullable Long cpuNs,
            @Nullable Long throttledNs) {}
}
