package org.ticktoquote.host.sampling;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.audit.Throttling;
import org.ticktoquote.core.evidence.HostSample;
import org.ticktoquote.core.evidence.HostSample.CpuSample;
import org.ticktoquote.core.evidence.Pressure;
import org.ticktoquote.core.file.JsonBuffer;
import org.ticktoquote.core.linux.KernelText;
import org.ticktoquote.core.linux.KernelText.OpenFile;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.threads.ProcessFiles;
import org.ticktoquote.host.threads.ProcessFiles.ThreadStatus;

/**
 * Samples the host of an application: run queue, pressure and the application's CPU quota. Also samples interrupts, softirqs,
 * frequency ({@code cpufreq} in Documentation/admin-guide/pm) and waiting time of each CPU that the application can use. Of
 * more than 16 CPUs it reports the 12 with the most interrupts and, of the others, the 4 with the longest waits. Looks up the
 * usable CPUs every ten seconds. Thread-safe.
 */
final class HostSampler {
    private static final long ALLOWED_NS = TimeUnit.SECONDS.toNanos(10);
    /** Limits the size of a sample on a large host. */
    private static final int MAX_CPUS = 16;

    private static final int MAX_WAITED_FOR = 4;
    private static final int LOADS = 3;
    private static final Comparator<Cpu> BUSIEST =
            Comparator.<Cpu>comparingLong(cpu -> cpu.interrupts).reversed();
    private static final Comparator<Cpu> BUSIEST_IN_ORDER = BUSIEST.thenComparingInt(cpu -> cpu.number);
    private static final Comparator<Cpu> LONGEST_WAITS =
            Comparator.<Cpu>comparingLong(cpu -> cpu.waitNs).reversed();
    private static final long MAX_RUNNABLE = 999_999_999;

    private final ProcessFiles files;
    private final Path cpus;
    private final NanoClock clock;
    private final KernelText text = new KernelText();
    private final OpenFile loads;
    private final PressureSampler pressure;
    private final InterruptTable interrupts;
    private final InterruptTable softirqs;
    private final CpuQueues queues;
    private final Map<Long, Throttling.Quotas> quotas = new HashMap<>();
    private final Path proc;
    private final Path groups;
    private Cpu[] allowed = {};
    private long allowedNs;
    private long sampledNs;
    private boolean begun;
    private final JsonBuffer kept = new JsonBuffer();
    private final JsonBuffer over = new JsonBuffer();

    /**
     * Creates a sampler without taking a sample.
     *
     * @param proc mount point of procfs
     * @param cpus folder of CPUs in sysfs
     * @param groups mount point of control groups
     */
    HostSampler(Path proc, Path cpus, Path groups, NanoClock clock) {
        this.files = new ProcessFiles(proc);
        this.cpus = cpus;
        this.clock = clock;
        this.loads = new OpenFile(proc + "/loadavg");
        this.pressure = new PressureSampler(proc);
        this.interrupts = new InterruptTable(proc + "/interrupts");
        this.softirqs = new InterruptTable(proc + "/softirqs");
        this.queues = new CpuQueues(proc);
        this.proc = proc;
        this.groups = groups;
    }

    /** Samples once. The first call only sets the starting point. */
    synchronized void sample(List<Long> processes) {
        long nowNs = clock.nanoTime();
        if (!begun || nowNs - allowedNs >= ALLOWED_NS) {
            allow(processes);
            allowedNs = nowNs;
        }
        interrupts.read(text);
        softirqs.read(text);
        queues.read(text);
        pressure.read(text);
        sampleCpus();
        long runnable = runQueue();
        long throttledNs = throttledNs(processes);
        if (begun) {
            over.begin('{').field("fromNs", sampledNs).field("toNs", nowNs);
            pressure.add(over);
            for (int i = 0; i < Math.min(MAX_CPUS, allowed.length); i++) {
                allowed[i].add(kept);
            }
            over.array("cpus", kept);
            over.field("runnable", runnable).field("throttledNs", throttledNs).end('}');
        }
        begun = true;
        sampledNs = nowNs;
    }

    /** Moves the samples since the last call to a line, each as a {@link HostSample}. */
    synchronized void drain(JsonBuffer line) {
        line.array("host", over);
    }

    private void allow(List<Long> processes) {
        Set<Integer> found = new TreeSet<>();
        for (long pid : processes) {
            for (long tid : files.threads(pid)) {
                files.status(pid, tid)
                        .map(ThreadStatus::allowed)
                        .map(CpuList::numbers)
                        .ifPresent(found::addAll);
            }
        }
        for (Cpu cpu : allowed) {
            cpu.frequency.close();
        }
        allowed = found.stream().map(cpu -> new Cpu(cpu, cpus)).toArray(Cpu[]::new);
    }

    /** Samples each CPU, and moves those to report to the front, by descending interrupts. */
    private void sampleCpus() {
        for (Cpu cpu : allowed) {
            cpu.interrupts = interrupts.delta(cpu.number);
            cpu.softirqs = softirqs.delta(cpu.number);
            cpu.waitNs = queues.delta(cpu.number);
            cpu.kiloHertz = text.read(cpu.frequency) && text.nextLine() ? text.nextNumber() : Pressure.UNKNOWN;
        }
        Arrays.sort(allowed, BUSIEST_IN_ORDER);
        if (allowed.length > MAX_CPUS) {
            Arrays.sort(allowed, MAX_CPUS - MAX_WAITED_FOR, allowed.length, LONGEST_WAITS);
            Arrays.sort(allowed, 0, MAX_CPUS, BUSIEST);
        }
    }

    /** Returns the growth of throttled time in the most throttled control group, or {@link Pressure#UNKNOWN}. */
    private long throttledNs(List<Long> processes) {
        long mostNs = Pressure.UNKNOWN;
        for (int i = 0; i < processes.size(); i++) {
            Long pid = processes.get(i);
            Throttling.@Nullable Quotas quota = quotas.get(pid);
            if (quota == null) {
                quota = new Throttling.Quotas(proc + "/" + pid + "/cgroup", groups);
                quotas.put(pid, quota);
            }
            mostNs = Math.max(mostNs, quota.grownNs(text));
        }
        if (quotas.size() > processes.size()) {
            closeQuotas(processes);
        }
        return mostNs;
    }

    private void closeQuotas(List<Long> except) {
        quotas.forEach((pid, quota) -> {
            if (!except.contains(pid)) {
                quota.close();
            }
        });
        quotas.keySet().retainAll(except);
    }

    /**
     * Returns the number of running and runnable threads on all CPUs, including the calling one: the fourth field of
     * {@code /proc/loadavg} (proc(5)). It equals {@code procs_running} of {@code /proc/stat}, whose interrupt counts make it
     * more expensive.
     */
    private long runQueue() {
        boolean read = text.read(loads) && text.nextLine() && text.skipWords(LOADS) && text.nextWord('/');
        long runnable = read ? text.number() : Pressure.UNKNOWN;
        return runnable <= MAX_RUNNABLE ? runnable : Pressure.UNKNOWN;
    }

    synchronized void close() {
        Stream.of(loads, interrupts.file, softirqs.file, queues.file).forEach(OpenFile::close);
        pressure.files.forEach(OpenFile::close);
        for (Cpu cpu : allowed) {
            cpu.frequency.close();
        }
        closeQuotas(List.of());
    }

    /** Values of a {@link CpuSample} that is being taken. */
    private static final class Cpu {
        private final int number;
        private final OpenFile frequency;
        private long interrupts;
        private long softirqs;
        private long kiloHertz;
        private long waitNs;

        Cpu(int number, Path cpus) {
            this.number = number;
            this.frequency = new OpenFile(cpus + "/cpu" + number + "/cpufreq/scaling_cur_freq");
        }

        void add(JsonBuffer to) {
            to.begin('[').number(number).number(interrupts).number(softirqs).number(kiloHertz);
            to.number(waitNs).end(']');
        }
    }

    /** Counter per CPU, in this sample and the previous one. Not thread-safe. */
    static class CpuCounters {
        private static final int MAX_COUNTED_CPUS = 1 << 16;

        private long[] before = {};
        private long[] now = {};

        /** Starts a sample without values. */
        final void begin() {
            long[] old = before;
            before = now;
            now = old;
            Arrays.fill(now, KernelText.NONE);
        }

        final void count(int cpu, long value) {
            if (cpu >= now.length && cpu < MAX_COUNTED_CPUS) {
                int length = now.length;
                now = Arrays.copyOf(now, cpu + 1);
                Arrays.fill(now, length, cpu + 1, KernelText.NONE);
            }
            if (cpu < MAX_COUNTED_CPUS) {
                now[cpu] = value;
            }
        }

        /** Returns the highest counted CPU number plus one. */
        final int end() {
            return now.length;
        }

        /** Returns the growth between the last two samples; {@link Pressure#UNKNOWN} if the kernel does not report it. */
        final long delta(int cpu) {
            return HostSampler.delta(cpu < before.length ? before[cpu] : -1, cpu < now.length ? now[cpu] : -1);
        }
    }

    private static long delta(long before, long now) {
        return before < 0 || now < 0 ? Pressure.UNKNOWN : Math.max(0, now - before);
    }

    /**
     * Samples how long threads waited for each CPU, from {@code /proc/schedstat} (Documentation/scheduler/sched-stats): the
     * eighth number of a line {@code cpuN}, in ns. Versions 15, 16 and 17 differ only in the lines of domains, which are
     * skipped; unknown versions are ignored. Kernels without CONFIG_SCHEDSTATS lack the file. Not thread-safe.
     */
    private static final class CpuQueues extends CpuCounters {
        private static final int WAITED = 8;

        private final OpenFile file;

        CpuQueues(Path proc) {
            this.file = new OpenFile(proc + "/schedstat");
        }

        void read(KernelText text) {
            begin();
            boolean known = text.read(file) && text.nextLine() && text.nextWord() && text.wordIs("version");
            long version = known ? text.nextNumber() : 0;
            while (version >= 15 && version <= 17 && text.nextLine()) {
                long cpu = text.nextWord() ? text.numberAfter("cpu") : KernelText.NONE;
                long waitedNs = cpu >= 0 && text.skipWords(WAITED) ? text.number() : KernelText.NONE;
                if (waitedNs >= 0 && text.nextWord() && !text.nextWord()) {
                    count((int) cpu, waitedNs);
                }
            }
        }
    }

    /**
     * Counts interrupts of all kinds per CPU, from {@code /proc/interrupts} or {@code /proc/softirqs} (proc(5)): a line of
     * CPUs, then a line of counts for each kind. Not thread-safe.
     */
    private static final class InterruptTable extends CpuCounters {
        private final OpenFile file;
        private int[] cpus = {};
        private long[] row = {};
        private long[] sums = {};
        private int columns;

        InterruptTable(String file) {
            this.file = new OpenFile(file);
        }

        void read(KernelText text) {
            begin();
            columns = 0;
            Arrays.fill(sums, 0);
            for (boolean more = text.read(file) && text.nextLine(); more; more = text.nextLine()) {
                if (columns == 0) {
                    readCpus(text);
                } else {
                    add(text);
                }
            }
            for (int i = 0; i < columns; i++) {
                count(cpus[i], sums[i]);
            }
        }

        private void readCpus(KernelText text) {
            while (text.nextWord()) {
                long cpu = text.numberAfter("CPU");
                if (cpu >= 0) {
                    if (columns == cpus.length) {
                        cpus = Arrays.copyOf(cpus, 2 * columns + 1);
                        row = new long[cpus.length];
                        sums = new long[cpus.length];
                    }
                    cpus[columns++] = (int) cpu;
                }
            }
        }

        /** Adds a line of counts. Skips lines with a single count, such as errors, which belong to no CPU. */
        private void add(KernelText text) {
            boolean counts = text.nextWord(':');
            for (int i = 0; i < columns && counts; i++) {
                counts = text.nextWord(':');
                row[i] = counts ? text.number() : KernelText.NONE;
                counts = row[i] >= 0;
            }
            for (int i = 0; i < columns && counts; i++) {
                sums[i] += row[i];
            }
        }
    }

    /**
     * Samples how long threads of the host waited for CPUs, disks and memory, from {@code /proc/pressure}
     * (Documentation/accounting/psi). Not thread-safe.
     */
    private static final class PressureSampler {
        private static final int TOTALS = 6;

        private final List<OpenFile> files;
        private final JsonBuffer grown = new JsonBuffer();
        private long[] before = new long[TOTALS];
        private long[] now = new long[TOTALS];

        PressureSampler(Path proc) {
            this.files = Stream.of("cpu", "io", "memory")
                    .map(file -> new OpenFile(proc + "/pressure/" + file))
                    .toList();
        }

        void read(KernelText text) {
            long[] old = before;
            before = now;
            now = old;
            Arrays.fill(now, Pressure.UNKNOWN);
            for (int file = 0; file < files.size(); file++) {
                for (boolean more = text.read(files.get(file)) && text.nextLine(); more; more = text.nextLine()) {
                    boolean all = text.nextWord() && text.wordIs("full");
                    if (all || text.wordIs("some")) {
                        now[2 * file + (all ? 1 : 0)] = totalNs(text);
                    }
                }
            }
        }

        /** Adds the growth between the last two readings; nothing if the kernel does not report it. */
        void add(JsonBuffer to) {
            long most = Pressure.UNKNOWN;
            for (long ns : now) {
                most = Math.max(most, ns);
            }
            for (int i = 0; i < TOTALS && most != Pressure.UNKNOWN; i++) {
                grown.number(HostSampler.delta(before[i], now[i]));
            }
            to.array("pressure", grown);
        }

        private static long totalNs(KernelText text) {
            while (text.nextWord()) {
                long us = text.numberAfter("total=");
                if (us >= 0) {
                    return TimeUnit.MICROSECONDS.toNanos(us);
                }
            }
            return Pressure.UNKNOWN;
        }
    }
}
