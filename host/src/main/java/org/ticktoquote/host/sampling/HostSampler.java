package org.ticktoquote.host.sampling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.agrona.concurrent.NanoClock;
import org.ticktoquote.core.evidence.CpuLook;
import org.ticktoquote.core.evidence.HostLook;
import org.ticktoquote.core.evidence.Pressure;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.threads.ProcessFiles;
import org.ticktoquote.host.threads.ThreadStatus;

/**
 * What the host of an application goes through: its run queue and pressure, the application's CPU quota, and of each CPU
 * that the application may use the interrupts, softirqs, its frequency ({@code cpufreq} in Documentation/admin-guide/pm) and
 * for how long threads waited for it. Of many CPUs it is those with the most interrupts, and in place of the last of these
 * those that were waited for the longest. Which ones it may use is looked up every ten seconds. Thread-safe.
 */
final class HostSampler {
    private static final long ALLOWED_NS = TimeUnit.SECONDS.toNanos(10);
    /** So that a look at a large host does not make the file large. */
    private static final int MOST_CPUS = 16;

    private static final int MOST_WAITED_FOR = 4;

    private final ProcessFiles files;
    private final Path cpus;
    private final NanoClock clock;
    private final RunQueue runQueue;
    private final PressureSampler pressure;
    private final InterruptTable interrupts;
    private final InterruptTable softirqs;
    private final CpuQueues queues;
    private final QuotaSampler quota;
    private Collection<Integer> allowed = List.of();
    private long allowedNs;
    private long lookedNs;
    private boolean begun;
    private List<HostLook> over = new ArrayList<>();

    /**
     * Before its first look.
     *
     * @param proc where the kernel shows processes
     * @param cpus where it shows CPUs
     * @param groups where it shows control groups
     */
    HostSampler(Path proc, Path cpus, Path groups, NanoClock clock) {
        this.files = new ProcessFiles(proc);
        this.cpus = cpus;
        this.clock = clock;
        this.runQueue = new RunQueue(proc);
        this.pressure = new PressureSampler(proc);
        this.interrupts = new InterruptTable(proc.resolve("interrupts"));
        this.softirqs = new InterruptTable(proc.resolve("softirqs"));
        this.queues = new CpuQueues(proc);
        this.quota = new QuotaSampler(proc, groups);
    }

    /** Looks; what was before the first look is nobody's business. */
    synchronized void look(Collection<Long> processes) {
        long nowNs = clock.nanoTime();
        if (!begun || nowNs - allowedNs >= ALLOWED_NS) {
            allowed = allowed(processes);
            allowedNs = nowNs;
        }
        interrupts.look();
        softirqs.look();
        queues.look();
        HostLook now = new HostLook(
                lookedNs,
                nowNs,
                pressure.grown().orElse(null),
                kept(allowed.stream().map(this::cpu).toList()),
                runQueue.length(),
                quota.grownNs(processes));
        if (begun) {
            over.add(now);
        }
        begun = true;
        lookedNs = nowNs;
    }

    /** Those since the last call. */
    synchronized List<HostLook> over() {
        List<HostLook> all = over;
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

    /** By falling interrupts. */
    private static List<CpuLook> kept(List<CpuLook> all) {
        Comparator<CpuLook> busiest =
                Comparator.comparingLong(CpuLook::interrupts).reversed();
        List<CpuLook> sorted = all.stream().sorted(busiest).toList();
        if (sorted.size() <= MOST_CPUS) {
            return sorted;
        }
        List<CpuLook> others = sorted.subList(MOST_CPUS - MOST_WAITED_FOR, sorted.size());
        return Stream.concat(
                        sorted.stream().limit(MOST_CPUS - MOST_WAITED_FOR),
                        others.stream()
                                .sorted(Comparator.comparingLong(CpuLook::waitNs)
                                        .reversed())
                                .limit(MOST_WAITED_FOR))
                .sorted(busiest)
                .toList();
    }

    private CpuLook cpu(int cpu) {
        return new CpuLook(cpu, interrupts.grown(cpu), softirqs.grown(cpu), kiloHertz(cpu), queues.grownNs(cpu));
    }

    private long kiloHertz(int cpu) {
        try {
            return Long.parseLong(Files.readString(cpus.resolve("cpu" + cpu + "/cpufreq/scaling_cur_freq"))
                    .trim());
        } catch (IOException | NumberFormatException absent) {
            return Pressure.UNKNOWN;
        }
    }
}
