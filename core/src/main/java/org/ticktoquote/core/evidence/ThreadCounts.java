package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * Counters of a thread between two looks.
 *
 * @param thread its index
 * @param waitNs ready, but without a CPU. Counted when the thread got one
 * @param cpuNs on a CPU
 * @param voluntary times that it gave up its CPU
 * @param involuntary times that it was preempted
 * @param migrations to another CPU, -1 if the kernel does not report them
 * @param minorFaults pages found without a disk
 * @param majorFaults pages read from a disk
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
@JsonPropertyOrder({"thread", "waitNs", "cpuNs", "voluntary", "involuntary", "migrations", "minorFaults", "majorFaults"
})
public record ThreadCounts(
        int thread,
        long waitNs,
        long cpuNs,
        long voluntary,
        long involuntary,
        long migrations,
        long minorFaults,
        long majorFaults) {}
