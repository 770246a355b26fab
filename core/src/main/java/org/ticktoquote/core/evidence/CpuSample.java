package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * Interrupts, frequency and waits of a CPU between two samples.
 *
 * @param interrupts number of interrupts taken, including its own timer's, or {@link Pressure#UNKNOWN}
 * @param softirqs number of soft interrupts handled, or {@link Pressure#UNKNOWN}
 * @param kiloHertz frequency at the second sample, or {@link Pressure#UNKNOWN}
 * @param waitNs total wait of all runnable threads of the host that got this CPU, counted when they got it, or
 *     {@link Pressure#UNKNOWN}
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
@JsonPropertyOrder({"cpu", "interrupts", "softirqs", "kiloHertz", "waitNs"})
public record CpuSample(int cpu, long interrupts, long softirqs, long kiloHertz, long waitNs) {}
