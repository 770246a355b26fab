package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * What a CPU did besides its threads from one look to the next, and how fast it is.
 *
 * @param interrupts that it took, its own timer's among them; {@link Pressure#UNKNOWN} where nobody says
 * @param softirqs that it worked off; likewise
 * @param kiloHertz at the look; likewise
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
@JsonPropertyOrder({"cpu", "interrupts", "softirqs", "kiloHertz"})
public record CpuLook(int cpu, long interrupts, long softirqs, long kiloHertz) {}
