package org.ticktoquote.host.sampling;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.audit.Throttling;
import org.ticktoquote.core.evidence.CpuSample;
import org.ticktoquote.core.evidence.HostSample;
import org.ticktoquote.core.evidence.Pressure;
import org.ticktoquote.core.linux.KernelText;
import org.ticktoquote.core.linux.KernelText.OpenFile;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.threads.ProcessFiles;
import org.ticktoquote.host.threads.ProcessFiles.ThreadStatus;

/**
 * Samples the host of an application: run queue, pressure, the application's CPU quota, and interrupts, softirqs, frequency
 * ({@code cpufreq} in Documentation/admin-guide/pm) and waiting time of each CPU that the application can use. With many
 * CPUs it keeps those with the most interrupts; the last of these give way to the CPUs with the longest waits. Looks up the
 * usable CPUs every ten seconds. Thread-safe.
 */
final class HostSampler {
    private static final long ALLOWED_NS = TimeUnit.SECONDS.toNanos(10);
    /** Limits the size of a look at a large host. */
    private static final int MAX_CPUS = 16;

    private static final int MAX_WAITED_FOR = 4;
    private static final int LOADS = 3;
    private static final long MAX_RUNNABLE = 999_999_999;

    private final ProcessFiles files;
    private final Path cpus;
    private final NanoClock clock;
    private final KernelText text = new KernelText();
    private final OpenFile loads;
    private final Map<Integer, OpenFile> frequencies = new HashMap<>();
    private final PressureSampler pressure;
    private final InterruptTable interrupts;
    private final InterruptTable softirqs;
    private final CpuQueues queues;
    private final QuotaSampler quota;
    private Collection<Integer> allowed = List.of();
    private long allowedNs;
    private long sampledNs;
    private boolean begun;
    private List<HostSample> over = new ArrayList<>();

    /**
     * Creates a sampler before its first look.
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
        this.quota = new QuotaSampler(proc, groups);
    }

    /** Samples once. The first look only sets the starting point. */
    synchronized void sample(Collection<Long> processes) {
        long nowNs = clock.nanoTime();
        if (!begun || nowNs - allowedNs >= ALLOWED_NS) {
            allowed = allowed(processes);
            allowedNs = nowNs;
        }
        interrupts.read(text);
        softirqs.read(text);
        queues.read(text);
        HostSample now = new HostSample(
                sampledNs,
                nowNs,
                pressure.delta(text),
                kept(allowed.stream().map(this::cpu).toList()),
                runQueue(),
                quota.grownNs(text, processes));
        if (begun) {
            over.add(now);
        }
        begun = true;
        sampledNs = nowNs;
    }

    /** Returns the looks since the last call. */
    synchronized List<HostSample> drain() {
        List<HostSample> all = over;
        over = new ArrayList<>();
        return all;
    }

    private Collection<Integer> allowed(Collection<Long> processes) {
        Collection<Integer> found = new TreeSet<>();
        for (long pid : processes) {
            for (long tid : files.threads(pid)) {
                files.status(pid, tid)
                        .map(ThreadStatus::allowed)
                        .map(CpuList::numbers)
                        .ifPresent(found::addAll);
            }
        }
        return found;
    }

    /** Sorts by descending interrupts. */
    private static List<CpuSample> kept(List<CpuSample> all) {
        Comparator<CpuSample> busiest =
                Comparator.comparingLong(CpuSample::interrupts).reversed();
        List<CpuSample> sorted = all.stream().sorted(busiest).toList();
        if (sorted.size() <= MAX_CPUS) {
            return sorted;
        }
        List<CpuSample> others = sorted.subList(MAX_CPUS - MAX_WAITED_FOR, sorted.size());
        return Stream.concat(
                        sorted.stream().limit(MAX_CPUS - MAX_WAITED_FOR),
                        others.stream()
                                .sorted(Comparator.comparingLong(CpuSample::waitNs)
                                        .reversed())
                                .limit(MAX_WAITED_FOR))
                .sorted(busiest)
                .toList();
    }

    private CpuSample cpu(int cpu) {
        return new CpuSample(cpu, interrupts.delta(cpu), softirqs.delta(cpu), kiloHertz(cpu), queues.delta(cpu));
    }

    private long kiloHertz(int cpu) {
        OpenFile file = frequencies.computeIfAbsent(
                cpu, number -> new OpenFile(cpus + "/cpu" + number + "/cpufreq/scaling_cur_freq"));
        return text.read(file) && text.nextLine() ? text.nextNumber() : Pressure.UNKNOWN;
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
        files().forEach(OpenFile::close);
    }

    private Stream<OpenFile> files() {
        return Stream.of(
                        Stream.of(loads, interrupts.file, softirqs.file, queues.file),
                        pressure.files.stream(),
                        frequencies.values().stream(),
                        quota.open.values().stream())
                .flatMap(some -> some);
    }

    /** Counter per CPU, at this look and the previous one. Not thread-safe. */
    static class CpuCounters {
        private static final int MAX_COUNTED_CPUS = 1 << 16;

        private long[] before = {};
        private long[] now = {};

        /** Starts a look without values. */
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

        /** Returns the growth between the last two looks; {@link Pressure#UNKNOWN} if the kernel does not report it. */
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

        /** Skips lines with a single count, such as errors, which belong to no CPU. */
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
        private long[] before = {};
        private long[] now = new long[TOTALS];

        PressureSampler(Path proc) {
            this.files = Stream.of("cpu", "io", "memory")
                    .map(file -> new OpenFile(proc + "/pressure/" + file))
                    .toList();
        }

        /** Returns the growth since the last call; null at the first call, and if the kernel does not report it. */
        @Nullable
        Pressure delta(KernelText text) {
            Arrays.fill(now, Pressure.UNKNOWN);
            for (int file = 0; file < files.size(); file++) {
                for (boolean more = text.read(files.get(file)) && text.nextLine(); more; more = text.nextLine()) {
                    boolean all = text.nextWord() && text.wordIs("full");
                    if (all || text.wordIs("some")) {
                        now[2 * file + (all ? 1 : 0)] = totalNs(text);
                    }
                }
            }
            long[] old = before;
            before = now;
            now = old.length == 0 ? new long[TOTALS] : old;
            return old.length == 0 || Arrays.stream(before).allMatch(ns -> ns == Pressure.UNKNOWN)
                    ? null
                    : new Pressure(
                            HostSampler.delta(old[0], before[0]),
                            HostSampler.delta(old[1], before[1]),
                            HostSampler.delta(old[2], before[2]),
                            HostSampler.delta(old[3], before[3]),
                            HostSampler.delta(old[4], before[4]),
                            HostSampler.delta(old[5], before[5]));
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

    /** Samples how long CPU quotas of control groups kept processes from running. Not thread-safe. */
    private static final class QuotaSampler {
        private final Path proc;
        private final Path mount;
        private final Map<String, List<Path>> quotas = new HashMap<>();
        private final Map<Path, OpenFile> open = new HashMap<>();
        private Map<Path, Throttling> before = Map.of();

        /**
         * Creates a sampler before its first look.
         *
         * @param proc mount point of procfs
         * @param mount mount point of control groups
         */
        QuotaSampler(Path proc, Path mount) {
            this.proc = proc;
            this.mount = mount;
        }

        /**
         * Returns the growth since the last call in the group where it is largest: ns summed over CPUs, counted when the
         * group can run again. {@link Pressure#UNKNOWN} without a quota and at the first call.
         */
        long grownNs(KernelText text, Collection<Long> processes) {
            Map<Path, Throttling> now = new HashMap<>();
            long mostNs = Pressure.UNKNOWN;
            for (Long pid : processes) {
                String names = text.read(proc + "/" + pid + "/cgroup") ? text.toString() : "";
                for (Path file : quotas.computeIfAbsent(names, some -> Throttling.files(some, mount))) {
                    if (!now.containsKey(file)) {
                        OpenFile kept = open.computeIfAbsent(file, path -> new OpenFile(path.toString()));
                        Throttling found = Throttling.read(text, kept);
                        now.put(file, found);
                        mostNs = Math.max(mostNs, grownNs(before.get(file), found));
                    }
                }
            }
            before = now;
            return mostNs;
        }

        private static long grownNs(@Nullable Throttling old, Throttling now) {
            return old == null || now.limited() == 0
                    ? Pressure.UNKNOWN
                    : Math.max(0, now.throttledNs() - old.throttledNs());
        }
    }
}
