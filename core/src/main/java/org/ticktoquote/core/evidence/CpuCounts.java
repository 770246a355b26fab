package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * What took a CPU from everyone from one look to the next, to a hundredth of a second.
 *
 * @param stealNs the hypervisor gave it to others
 * @param softirqNs the kernel's work for devices, as for the network
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
@JsonPropertyOrder({"cpu", "stealNs", "softirqNs"})
public record CpuCounts(int cpu, long stealNs, long softirqNs) {}
