package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * What happened to a thread from one look to the next.
 *
 * @param thread its index
 * @param waitNs ready, but without a CPU; counted when it got one
 * @param cpuNs on a CPU
 * @param voluntary times that it gave its CPU up
 * @param involuntary times that it was taken away
 * @param migrations to another CPU; -1 where the kernel does not say
 * @param minorFaults pages that were found without a disk
 * @param majorFaults pages that came from a disk
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
