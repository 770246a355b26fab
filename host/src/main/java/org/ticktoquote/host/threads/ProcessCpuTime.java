package org.ticktoquote.host.threads;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjLongConsumer;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.audit.CounterSource;
import org.ticktoquote.core.audit.RunDelay;
import org.ticktoquote.core.linux.KernelText;

/**
 * CPU time of an application's processes on this host, from {@code stat} (proc(5)), and the waiting time of their threads for
 * a CPU, from {@code schedstat}. Includes the last known CPU time of ended processes. Used by the audit's thread.
 */
public final class ProcessCpuTime implements CounterSource {
    private static final long TICK_NS = TimeUnit.SECONDS.toNanos(1) / 100;
    private final Path proc;
    private final KernelText text = new KernelText();
    private final Map<Long, RunDelay> delays = new HashMap<>();
    private final ProcessFiles files;
    private final Set<Long> groups;
    private final Set<Long> processes;
    private final Map<Long, Long> used = new HashMap<>();

    /** Covers the processes of the groups with these leaders, and further processes. */
    public ProcessCpuTime(Set<Long> groups, Set<Long> processes) {
        this(Path.of("/proc"), groups, processes);
    }

    ProcessCpuTime(Path proc, Set<Long> groups, Set<Long> processes) {
        this.proc = proc;
        this.files = new ProcessFiles(proc);
        this.groups = Set.copyOf(groups);
        this.processes = Set.copyOf(processes);
    }

    @Override
    public void read(ObjLongConsumer<String> counters) {
        Set<Long> all = new HashSet<>(processes);
        all.addAll(files.processesOfGroups(groups));
        long waitedNs = 0;
        for (long pid : all) {
            long ticks = files.cpuTicks(pid);
            if (ticks >= 0) {
                used.put(pid, ticks);
                waitedNs += delays.computeIfAbsent(pid, each -> new RunDelay(proc + "/" + each + "/task"))
                        .read(text);
            }
        }
        delays.forEach((pid, delay) -> {
            if (!all.contains(pid)) {
                delay.close();
            }
        });
        if (!used.isEmpty()) {
            counters.accept(
                    AuditSample.APPLICATION_CPU_NS,
                    used.values().stream().mapToLong(Long::longValue).sum() * TICK_NS);
            counters.accept(AuditSample.APPLICATION_RUN_DELAY_NS, waitedNs);
        }
    }
}
