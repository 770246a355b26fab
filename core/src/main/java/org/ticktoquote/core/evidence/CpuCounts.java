package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * CPU time unavailable to threads between two samples, with a resolution of 10 ms.
 *
 * @param stealNs time that the hypervisor gave to other guests
 * @param softirqNs the kernel's work for devices such as the network
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
@JsonPropertyOrder({"cpu", "stealNs", "softirqNs"})
public record CpuCounts(int cpu, long stealNs, long softirqNs) {}
