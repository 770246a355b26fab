package org.ticktoquote.analysis.summary;

import org.jspecify.annotations.Nullable;

/**
 * What one of the harness's processes did in the measured part. What nobody knows, because the file that would tell is
 * missing or damaged, is null.
 *
 * @param process its role
 * @param hiccupNs how late it woke up
 * @param stalls times it stood still for a millisecond or more
 * @param stalledNs their sum
 * @param longestStallNs 0 without one
 * @param gcPauses of its collector
 * @param longestGcPauseNs 0 without one
 * @param voluntarySwitches of its threads: they waited
 * @param involuntarySwitches of its threads: they were preempted
 * @param majorFaults pages that came from the disk
 * @param cpuNs that it used
 * @param throttledNs that a quota kept it from running
 * @param damage what is missing of its audit; empty when nothing is
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
