package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import org.jspecify.annotations.Nullable;

/**
 * What a CPU did besides its threads from one look to the next, how fast it is, and for how long threads waited for it.
 *
 * @param interrupts that it took, its own timer's among them; {@link Pressure#UNKNOWN} where nobody says
 * @param softirqs that it worked off; likewise
 * @param kiloHertz at the look; likewise
 * @param waitNs of all threads of the host together that were ready and then got this CPU, counted when they got it; likewise
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
@JsonPropertyOrder({"cpu", "interrupts", "softirqs", "kiloHertz", "waitNs"})
public record CpuLook(int cpu, long interrupts, long softirqs, long kiloHertz, long waitNs) {
    @JsonCreator
    static CpuLook of(
            @JsonProperty("cpu") int cpu,
            @JsonProperty("interrupts") long interrupts,
            @JsonProperty("softirqs") long softirqs,
            @JsonProperty("kiloHertz") long kiloHertz,
            @JsonProperty("waitNs") @Nullable Long waitNs) {
        return new CpuLook(cpu, interrupts, softirqs, kiloHertz, waitNs == null ? Pressure.UNKNOWN : waitNs);
    }
}
