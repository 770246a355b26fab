package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Wait of a ready thread for a CPU, from the kernel trace.
 *
 * @param thread index of the thread
 * @param fromNs time at which the thread was ready, monotonic
 * @param toNs time at which it got the CPU
 * @param cpu that it got
 * @param instead threads that occupied the CPU during the wait, longest first
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
@JsonPropertyOrder({"thread", "fromNs", "toNs", "cpu", "instead"})
public record KernelWait(int thread, long fromNs, long toNs, int cpu, List<CpuOccupant> instead) {
    public KernelWait {
        instead = List.copyOf(instead);
    }

    @JsonCreator
    static KernelWait of(
            @JsonProperty(value = "thread", required = true) int thread,
            @JsonProperty(value = "fromNs", required = true) long fromNs,
            @JsonProperty(value = "toNs", required = true) long toNs,
            @JsonProperty(value = "cpu", required = true) int cpu,
            @JsonProperty("instead") @Nullable List<CpuOccupant> instead) {
        return new KernelWait(thread, fromNs, toNs, cpu, EvidenceLine.orNone(instead));
    }

    @JsonIgnore
    public long lengthNs() {
        return toNs - fromNs;
    }
}
