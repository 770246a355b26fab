package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * State of the application's host over one sampling interval. {@code runnable} is the state at its end.
 *
 * @param fromNs time of the previous sample, monotonic
 * @param toNs time of this sample
 * @param pressure null if the kernel does not report it
 * @param cpus CPUs that the application can use
 * @param runnable number of running and ready threads of the whole host at the end, or {@link Pressure#UNKNOWN}
 * @param throttledNs time that the application was throttled by a CPU quota, summed over the CPUs, or
 *     {@link Pressure#UNKNOWN} without a quota
 */
public record HostSample(
        @JsonProperty(required = true) long fromNs,
        @JsonProperty(required = true) long toNs,
        @Nullable Pressure pressure,
        List<CpuSample> cpus,
        @JsonProperty(required = true) long runnable,
        @JsonProperty(required = true) long throttledNs) {
    public HostSample {
        cpus = EvidenceLine.copyOf(cpus);
    }

    /** Throws {@link IllegalArgumentException} with a message for the user if the sample is invalid. */
    void check() {
        EvidenceLine.requireTimes(fromNs, toNs);
        EvidenceLine.requireAmountIfKnown(runnable);
        EvidenceLine.requireAmountIfKnown(throttledNs);
        Pressure found = pressure;
        if (found != null) {
            found.all().forEach(ns -> EvidenceLine.requireAmountIfKnown(ns));
        }
        for (CpuSample cpu : cpus) {
            EvidenceLine.requireAmountIfKnown(cpu.interrupts());
            EvidenceLine.requireAmountIfKnown(cpu.softirqs());
            EvidenceLine.requireAmountIfKnown(cpu.kiloHertz());
            EvidenceLine.requireAmountIfKnown(cpu.waitNs());
        }
    }

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
}
