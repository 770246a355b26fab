package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * Counters of a thread between two samples.
 *
 * @param thread index of the thread
 * @param waitNs time runnable without a CPU, counted when the thread gets one
 * @param cpuNs time on a CPU
 * @param voluntary voluntary context switches
 * @param involuntary context switches by preemption
 * @param migrations number of moves to another CPU, -1 if the kernel does not report them
 * @param minorFaults page faults without disk reads
 * @param majorFaults page faults with disk reads
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
