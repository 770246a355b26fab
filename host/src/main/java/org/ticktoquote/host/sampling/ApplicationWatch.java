package org.ticktoquote.host.sampling;

import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.audit.Throttling;
import org.ticktoquote.core.evidence.EvidenceCost;
import org.ticktoquote.core.evidence.EvidenceFile.EvidenceHeader;
import org.ticktoquote.core.evidence.EvidenceLine.CpuCounts;
import org.ticktoquote.core.evidence.EvidenceLine.StoppedProcess;
import org.ticktoquote.core.evidence.EvidenceThread;
import org.ticktoquote.core.evidence.KernelTraceSegment;
import org.ticktoquote.core.file.JsonBuffer;
import org.ticktoquote.core.file.JsonLines;
import org.ticktoquote.core.linux.KernelText;
import org.ticktoquote.core.linux.KernelText.OpenFile;
import org.ticktoquote.host.keep.ThreadReport;
import org.ticktoquote.host.keep.ThreadWatch;
import org.ticktoquote.host.sampling.HostSampler.CpuCounters;
import org.ticktoquote.host.threads.ProcessFiles;
import org.ticktoquote.host.trace.KernelTrace;

/**
 * Samples an application's threads from outside, periodically, and writes {@code evidence-application.jsonl}. Loads nothing
 * into the application and stops none of its threads.
 *
 * <p>Uses daemon threads that take at most 2 % of a CPU each, and sample less often if samples are slow.
 * {@code harness-evidence} samples the threads. {@code harness-network} samples the sockets and {@code harness-host} the
 * host, because listing sockets and the interrupts of many CPUs is expensive and must not delay other samples.
 * {@code harness-stops} checks ten times as often whether a process is stopped, since a sample of many threads must not hide
 * a stop. With kernel tracing, {@code harness-kernel} reads the trace after a sample in which an application thread had
 * waited 1 ms or a CPU had spent time in softirqs. It takes up to 10 % of a CPU. The period of thread samples doubles
 * after the first hour, again after two more hours, then after four more, and so on. Sockets, host and stops keep their
 * period.
 */
public final class ApplicationWatch implements AutoCloseable {
    private static final int STOPS_PER_SAMPLE = 10;
    private static final long SEARCH_NS = TimeUnit.SECONDS.toNanos(1);
    /** Divisor of the trace's share of a CPU: 10 %, since users must request tracing. */
    private static final long TRACE_SHARE = 10;

    /** Shortest wait for a CPU after which the kernel trace is read to find the thread that ran instead. */
    private static final long LONG_WAIT_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final long HOUR_NS = TimeUnit.HOURS.toNanos(1);

    private final NanoClock clock = System::nanoTime;
    private final ProcessFiles files = new ProcessFiles();
    private final ThreadSampler threads = new ThreadSampler(files);
    private final StopSampler stops = new StopSampler(new ProcessFiles(), clock);
    private final CpuSampler cpus = new CpuSampler(Path.of("/proc"));
    private final NetworkSampler network = new NetworkSampler(Path.of("/proc"), clock);
    private final HostSampler host =
            new HostSampler(Path.of("/proc"), Path.of("/sys/devices/system/cpu"), Throttling.MOUNT, clock);
    private final Set<Long> groups;
    private final Set<Long> named;
    private final JsonLines lines;
    private final long samplesPerPeriod;
    private final ThreadWatch watch;
    private final ThreadWatch networkWatch;
    private final ThreadWatch hostWatch;
    private final ThreadWatch stopWatch;
    private final Optional<KernelTrace> trace;
    private final Optional<ThreadWatch> traceWatch;
    private final Map<Long, Integer> own = new HashMap<>();
    private final JsonBuffer line = new JsonBuffer();
    private final JsonBuffer counts = new JsonBuffer();
    private final JsonBuffer busy = new JsonBuffer();
    private volatile List<Long> processes = List.of();
    private long intervalNs;
    private long searchedNs;
    private long sampledNs;
    private long samples;
    private long longestGapNs;
    private boolean closed;

    private ApplicationWatch(
            Path file,
            UUID run,
            Collection<Long> groups,
            Collection<Long> named,
            long intervalNs,
            Optional<Path> tracing) {
        this.groups = Set.copyOf(groups);
        this.named = Set.copyOf(named);
        this.intervalNs = intervalNs;
        this.samplesPerPeriod = Math.max(1, HOUR_NS / intervalNs);
        this.trace = tracing.map(mounted -> KernelTrace.begin(mounted, clock));
        this.lines = JsonLines.create(file, new EvidenceHeader(EvidenceHeader.FORMAT_VERSION, run, intervalNs));
        first();
        this.watch = new ThreadWatch("harness-evidence", intervalNs, this::poll);
        this.networkWatch = new ThreadWatch("harness-network", intervalNs, () -> network.sample(processes));
        this.hostWatch = new ThreadWatch("harness-host", intervalNs, () -> host.sample(processes));
        this.stopWatch = new ThreadWatch("harness-stops", intervalNs / STOPS_PER_SAMPLE, () -> stops.sample(processes));
        this.traceWatch =
                trace.map(kernel -> new ThreadWatch("harness-kernel", intervalNs, kernel::poll, TRACE_SHARE, 1));
    }

    /**
     * Starts the watch.
     *
     * @param file new file
     * @param groups leaders of process groups, whose members can change
     * @param processes further processes
     * @param intervalNs time between two samples
     * @param tracing mount point of tracefs; empty to run without the kernel trace
     * @throws org.ticktoquote.core.command.ProblemException if the file cannot be created, or the kernel refuses to trace
     */
    public static ApplicationWatch begin(
            Path file,
            UUID run,
            Collection<Long> groups,
            Collection<Long> processes,
            long intervalNs,
            Optional<Path> tracing) {
        return new ApplicationWatch(file, run, groups, processes, intervalNs, tracing);
    }

    /** Takes the first samples, so that counts from before the start are discarded. */
    private void first() {
        sampledNs = clock.nanoTime();
        search(sampledNs);
        stops.sample(processes);
        threads.sample(processes, counts);
        cpus.sample(busy);
        host.sample(processes);
    }

    private void search(long nowNs) {
        Set<Long> found = new TreeSet<>(named);
        found.addAll(files.processesOfGroups(groups));
        processes = List.copyOf(found);
        searchedNs = nowNs;
    }

    private synchronized void poll() {
        long nowNs = clock.nanoTime();
        if (closed) {
            return;
        }
        if (nowNs - sampledNs >= intervalNs - intervalNs / 10) { // the period can have doubled
            sample(nowNs, null);
        }
    }

    private void sample(long nowNs, @Nullable EvidenceCost end) {
        if (nowNs - searchedNs >= SEARCH_NS) {
            search(nowNs);
        }
        threads.sample(processes, counts);
        List<EvidenceThread> met = threads.newThreads();
        cpus.sample(busy);
        List<KernelTraceSegment> traced = trace.map(KernelTrace::drain).orElse(List.of());
        trace.ifPresent(kernel -> ask(kernel, met));
        line.clear().begin('{').field("fromNs", sampledNs).field("toNs", clock.nanoTime());
        value("threads", met);
        line.array("counts", counts).array("cpus", busy);
        stops.drain(line);
        network.drain(line);
        host.drain(line);
        value("traced", traced);
        if (end != null) {
            line.name("end").value(end);
        }
        lines.write(line.end('}'));
        longestGapNs = Math.max(longestGapNs, nowNs - sampledNs);
        sampledNs = nowNs;
        if (++samples % samplesPerPeriod == 0) {
            intervalNs *= 2;
        }
    }

    private void value(String name, List<?> values) {
        if (!values.isEmpty()) {
            line.name(name).value(values);
        }
    }

    private void ask(KernelTrace kernel, List<EvidenceThread> met) {
        met.stream()
                .filter(thread -> thread.kind().equals(EvidenceThread.OTHER))
                .forEach(thread -> own.put(thread.tid(), thread.index()));
        if (threads.longestWaitNs() >= LONG_WAIT_NS || cpus.tookSoftirqs) {
            kernel.want(own);
        }
    }

    /** Samples once more, writes the costs and ends. */
    @Override
    public void close() {
        Map<String, ThreadReport.WatchCost> costs = new TreeMap<>();
        watches().forEach((what, one) -> costs.put(what, one.stop()));
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            stops.end();
            long nowNs = clock.nanoTime();
            sample(nowNs, cost(costs, nowNs));
            lines.close();
            threads.close();
            cpus.stat.close();
            host.close();
            network.close();
            trace.ifPresent(KernelTrace::close);
        }
    }

    private Map<String, ThreadWatch> watches() {
        Map<String, ThreadWatch> all = new LinkedHashMap<>();
        all.put(EvidenceCost.THREADS, watch);
        all.put(EvidenceCost.SOCKETS, networkWatch);
        all.put(EvidenceCost.HOST, hostWatch);
        all.put(EvidenceCost.STOPS, stopWatch);
        traceWatch.ifPresent(kernel -> all.put(EvidenceCost.KERNEL, kernel));
        return all;
    }

    private EvidenceCost cost(Map<String, ThreadReport.WatchCost> costs, long nowNs) {
        Map<String, Long> cpuNs = new TreeMap<>();
        costs.forEach((what, one) -> cpuNs.put(what, one.cpuNs()));
        return new EvidenceCost(
                samples + 1,
                Math.max(longestGapNs, nowNs - sampledNs),
                Objects.requireNonNull(costs.get(EvidenceCost.STOPS)).longestGapNs(),
                cpuNs.values().stream().mapToLong(Long::longValue).sum(),
                cpuNs,
                Objects.requireNonNull(costs.get(EvidenceCost.THREADS)).elapsedNs(),
                problem(costs.values()));
    }

    private static String problem(Collection<ThreadReport.WatchCost> watches) {
        return watches.stream()
                .map(ThreadReport.WatchCost::problem)
                .filter(problem -> !problem.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** Samples stolen time and softirq time of each CPU from {@code /proc/stat} (proc(5)). Not thread-safe. */
    static final class CpuSampler {
        private static final long TICK_NS = TimeUnit.SECONDS.toNanos(1) / 100;
        /** Number of counters before softirq. Stolen time follows softirq. */
        private static final int BEFORE_SOFTIRQ = 6;

        private final KernelText text = new KernelText();
        private final OpenFile stat;
        private final CpuCounters softirq = new CpuCounters();
        private final CpuCounters steal = new CpuCounters();
        private boolean tookSoftirqs;

        CpuSampler(Path proc) {
            this.stat = new OpenFile(proc + "/stat");
        }

        /** Adds {@link CpuCounts} of each CPU for the time since the last call; nothing at the first call. */
        void sample(JsonBuffer to) {
            tookSoftirqs = false;
            softirq.begin();
            steal.begin();
            boolean cpus = text.read(stat) && text.nextLine();
            while (cpus && text.nextLine() && text.nextWord() && text.wordBegins("cpu")) {
                add((int) text.numberAfter("cpu"));
            }
            for (int cpu = 0; cpu < steal.end(); cpu++) {
                long stealNs = Math.max(0, steal.delta(cpu)) * TICK_NS;
                long softirqNs = Math.max(0, softirq.delta(cpu)) * TICK_NS;
                if (stealNs > 0 || softirqNs > 0) {
                    to.begin('[').number(cpu).number(stealNs).number(softirqNs).end(']');
                    tookSoftirqs |= softirqNs > 0;
                }
            }
        }

        private void add(int cpu) {
            long softirqs = text.skipWords(BEFORE_SOFTIRQ) ? text.nextNumber() : KernelText.NONE;
            long stolen = text.nextNumber();
            if (cpu >= 0 && stolen != KernelText.NONE) {
                softirq.count(cpu, softirqs);
                steal.count(cpu, stolen);
            }
        }
    }

    /** Samples stops of processes by a signal or a debugger. Reads one file per process and sample. Thread-safe. */
    static final class StopSampler {
        private final ProcessFiles files;
        private final NanoClock clock;
        private final Map<Long, Watched> watched = new HashMap<>();
        private final JsonBuffer over = new JsonBuffer();

        private static final class Watched {
            private static final long NEVER = Long.MIN_VALUE;

            private final OpenFile stat;
            private long goingNs = NEVER;
            private long stoppedFromNs = NEVER;

            Watched(OpenFile stat) {
                this.stat = stat;
            }

            boolean isStopped() {
                return stoppedFromNs != NEVER;
            }
        }

        StopSampler(ProcessFiles files, NanoClock clock) {
            this.files = files;
            this.clock = clock;
        }

        synchronized void sample(List<Long> processes) {
            for (int i = 0; i < processes.size(); i++) {
                long beforeNs = clock.nanoTime();
                Long pid = processes.get(i);
                @Nullable Watched process = watched.get(pid);
                if (process == null) {
                    process = new Watched(files.file(pid, pid, "stat"));
                    watched.put(pid, process);
                }
                if (!files.stopped(process.stat)) {
                    goes(pid, process);
                    process.goingNs = beforeNs;
                } else if (!process.isStopped()) {
                    process.stoppedFromNs = process.goingNs == Watched.NEVER ? beforeNs : process.goingNs;
                }
            }
            if (watched.size() > processes.size()) {
                watched.forEach((pid, process) -> process.stat.close());
                watched.entrySet()
                        .removeIf(one -> !processes.contains(one.getKey())
                                && !one.getValue().isStopped());
            }
        }

        private void goes(Long pid, Watched process) {
            if (process.isStopped()) {
                over.begin('[').number(pid).number(process.stoppedFromNs);
                over.number(clock.nanoTime()).end(']');
                process.stoppedFromNs = Watched.NEVER;
            }
        }

        /** Moves the stops that ended since the last call to a line, each as a {@link StoppedProcess}. */
        synchronized void drain(JsonBuffer line) {
            line.array("stopped", over);
        }

        /** Ends the sampling; open stops end now. */
        synchronized void end() {
            watched.forEach((pid, process) -> {
                goes(pid, process);
                process.stat.close();
            });
        }
    }
}
