package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import java.util.Objects;

/**
 * Wait of a ready thread for a CPU, from the kernel trace.
 *
 * @param thread index of the thread
 * @param fromNs time at which the thread was ready, monotonic
 * @param toNs time at which it got the CPU
 * @param cpu CPU that it got
 * @param instead threads that occupied the CPU during the wait, longest first
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
@JsonPropertyOrder({"thread", "fromNs", "toNs", "cpu", "instead"})
public record KernelWait(
        @JsonProperty(required = true) int thread,
        @JsonProperty(required = true) long fromNs,
        @JsonProperty(required = true) long toNs,
        @JsonProperty(required = true) int cpu,
        List<CpuOccupant> instead) {
    public KernelWait {
        instead = EvidenceLine.copyOf(instead);
    }

    @JsonIgnore
    public long lengthNs() {
        return toNs - fromNs;
    }

    /**
     * Thread that occupied the CPU for which another thread waited.
     *
     * @param who name and tid, such as {@code stress (4711)}
     * @param ns its share of the wait
     */
    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    @JsonPropertyOrder({"who", "ns"})
    public record CpuOccupant(String who, long ns) {
        public CpuOccupant {
            Objects.requireNonNull(who, "an occupant without a name");
        }
    }
}
