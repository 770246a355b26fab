package org.ticktoquote.analysis.summary;

import org.jspecify.annotations.Nullable;

/**
 * Activity of one harness process in the measured part. Values are null if their file is missing or damaged.
 *
 * @param process its role
 * @param hiccupNs lateness of its wakes
 * @param stalls number of stalls of a millisecond or more
 * @param stalledNs their sum
 * @param longestStallNs 0 without a stall
 * @param gcPauses number of garbage collector pauses
 * @param longestGcPauseNs 0 without a pause
 * @param voluntarySwitches context switches of waiting threads
 * @param involuntarySwitches preemptions
 * @param majorFaults pages read from disk
 * @param cpuNs CPU time used
 * @param throttledNs time for which a CPU quota stopped it
 * @param damage gaps in its audit; empty if complete
 */
public record HarnessProcess(
        String process,
        @Nullable HiccupFigures hiccupNs,
        @Nullable Long stalls,
        @Nullable Long stalledNs,
        @Nullable Long longestStallNs,
        @Nullable Long gcPauses,
        @Nullable Long longestGcPauseNs,
        @Nullable Long voluntarySwitches,
        @Nullable Long involuntarySwitches,
        @Nullable Long majorFaults,
        @Nullable Long cpuNs,
        @Nullable Long throttledNs,
        String damage) {}
