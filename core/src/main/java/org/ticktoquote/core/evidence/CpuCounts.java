package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * CPU time between two looks that no thread could use, to a hundredth of a second.
 *
 * @param stealNs given to others by the hypervisor
 * @param softirqNs the kernel's work for devices such as the network
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
@JsonPropertyOrder({"cpu", "stealNs", "softirqNs"})
public record CpuCounts(int cpu, long stealNs, long softirqNs) {}
