package org.ticktoquote.analysis.summary;

/**
 * What one of the harness's processes did in the measured part.
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
        HiccupFigures hiccupNs,
        long stalls,
        long stalledNs,
        long longestStallNs,
        long gcPauses,
        long longestGcPauseNs,
        long voluntarySwitches,
        long involuntarySwitches,
        long majorFaults,
        long cpuNs,
        long throttledNs,
        String damage) {}
