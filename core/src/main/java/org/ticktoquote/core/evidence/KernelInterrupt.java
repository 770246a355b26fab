package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Objects;

/**
 * Time in which the kernel handled an interrupt or a softirq on the CPU of a running thread.
 *
 * @param thread index of the thread
 * @param fromNs start, monotonic
 * @param toNs end, monotonic
 * @param what name of the interrupt or softirq
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
@JsonPropertyOrder({"thread", "fromNs", "toNs", "what"})
public record KernelInterrupt(int thread, long fromNs, long toNs, String what) {
    public KernelInterrupt {
        Objects.requireNonNull(what, "an interrupt without a name");
    }
}
