package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Objects;

/**
 * A stretch in which the kernel worked for a device, or off what one left, on the CPU of a thread that was running.
 *
 * @param thread its index
 * @param fromNs monotonic
 * @param toNs likewise
 * @param what the interrupt or softirq by its name
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
@JsonPropertyOrder({"thread", "fromNs", "toNs", "what"})
public record KernelInterrupt(int thread, long fromNs, long toNs, String what) {
    public KernelInterrupt {
        Objects.requireNonNull(what, "an interrupt without a name");
    }
}
