package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A line of {@code evidence-application.jsonl} after the first, with all changes between two samples. Omits unchanged
 * items.
 *
 * @param fromNs start of the previous sample, monotonic
 * @param toNs end of this sample
 * @param threads threads seen for the first time
 * @param counts counters of threads
 * @param cpus counters of the host's CPUs
 * @param stopped processes that were stopped, reported when they run again or the collection ends
 * @param network socket samples with a problem, a changed number of sockets, or queues
 * @param host samples of the host
 * @param traced parts of the kernel trace
 * @param end cost of collecting the evidence, in the last line only
 */
@JsonIgnoreProperties("pressureNs") // in lines of earlier builds
public record EvidenceLine(
        @JsonProperty(required = true) long fromNs,
        @JsonProperty(required = true) long toNs,
        List<EvidenceThread> threads,
        List<ThreadCounts> counts,
        List<CpuCounts> cpus,
        List<StoppedProcess> stopped,
        List<NetworkSample> network,
        List<HostSample> host,
        List<KernelTraceSegment> traced,
        @Nullable EvidenceCost end) {
    /** 36 years, so that sums of several values cannot overflow. */
    private static final long MAX_NS = Long.MAX_VALUE / 8;

    public EvidenceLine {
        threads = copyOf(threads);
        counts = copyOf(counts);
        cpus = copyOf(cpus);
        stopped = copyOf(stopped);
        network = copyOf(network);
        host = copyOf(host);
        traced = copyOf(traced);
    }

    /** Copies a list of a line. Omitted lists are empty. */
    static <T> List<T> copyOf(@Nullable List<T> list) {
        if (list == null) {
            return List.of();
        }
        if (list.stream().anyMatch(Objects::isNull)) {
            throw new IllegalArgumentException("a list holds null");
        }
        return List.copyOf(list);
    }

    /**
     * Throws {@link IllegalArgumentException} with a message for the user if the line is invalid.
     *
     * @param known number of threads in previous lines
     */
    void check(int known) {
        requireTimes(fromNs, toNs);
        network.forEach(NetworkSample::check);
        host.forEach(HostSample::check);
        traced.forEach(stretch -> stretch.check(known + threads.size()));
        stopped.forEach(stop -> requireTimes(stop.fromNs(), stop.toNs()));
        for (int i = 0; i < threads.size(); i++) {
            if (threads.get(i).index() != known + i) {
                throw new IllegalArgumentException(
                        "its thread has the index " + threads.get(i).index() + ", expected " + (known + i));
            }
        }
        for (ThreadCounts count : counts) {
            requireKnownThread(count.thread(), known + threads.size());
            requireAmount(count.waitNs());
            requireAmount(count.cpuNs());
        }
        cpus.forEach(cpu -> {
            requireAmount(cpu.stealNs());
            requireAmount(cpu.softirqNs());
        });
    }

    static void requireTimes(long from, long to) {
        if (Math.abs(from) >= MAX_NS || Math.abs(to) >= MAX_NS || from > to) {
            throw new IllegalArgumentException("the interval from " + from + " to " + to + " is not valid");
        }
    }

    static void requireKnownThread(int thread, int known) {
        if (thread < 0 || thread >= known) {
            throw new IllegalArgumentException("it counts for thread " + thread + ", which no line lists");
        }
    }

    static void requireAmountIfKnown(long ns) {
        if (ns != Pressure.UNKNOWN) {
            requireAmount(ns);
        }
    }

    static void requireAmount(long ns) {
        if (ns < 0 || ns >= MAX_NS) {
            throw new IllegalArgumentException("it counts " + ns + " ns");
        }
    }

    /**
     * A process that a signal or a debugger had stopped.
     *
     * @param fromNs last time it was seen running before the stop
     * @param toNs first time it was seen running again, or the last sample
     */
    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    @JsonPropertyOrder({"pid", "fromNs", "toNs"})
    public record StoppedProcess(long pid, long fromNs, long toNs) {}

    /**
     * CPU time unavailable to threads between two samples, with a resolution of 10 ms.
     *
     * @param stealNs time that the hypervisor gave to other guests
     * @param softirqNs the kernel's work for devices such as the network
     */
    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    @JsonPropertyOrder({"cpu", "stealNs", "softirqNs"})
    public record CpuCounts(int cpu, long stealNs, long softirqNs) {}
}
