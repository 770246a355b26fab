package org.ticktoquote.host.threads;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjLongConsumer;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.audit.AuditSource;
import org.ticktoquote.core.audit.RunDelay;
import org.ticktoquote.host.state.StatLine;

/**
 * The processor time of an application's processes on this host, from their {@code stat} (proc(5)), and for how long their
 * threads waited for a processor, from {@code schedstat}: those of its process groups, and those that are named. What a
 * process used stays counted after it ended, as far as it was seen. Used by the audit's thread.
 */
public final class ProcessCpuTime implements AuditSource {
    private static final long TICK_NS = TimeUnit.SECONDS.toNanos(1) / 100;
    private final Path proc;
    private final Set<Long> groups;
    private final Set<Long> processes;
    private final Map<Long, Long> used = new HashMap<>();
    private long waitedNs;

    /** Of the processes of groups, by their leaders, and of further processes. */
    public ProcessCpuTime(Set<Long> groups, Set<Long> processes) {
        this(Path.of("/proc"), groups, processes);
    }

    ProcessCpuTime(Path proc, Set<Long> groups, Set<Long> processes) {
        this.proc = proc;
        this.groups = Set.copyOf(groups);
        this.processes = Set.copyOf(processes);
    }

    @Override
    public void read(ObjLongConsumer<String> counters) {
        waitedNs = 0;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path process : all) {
                look(process);
            }
        } catch (IOException unreadable) {
            return;
        }
        if (!used.isEmpty()) {
            counters.accept(
                    AuditSample.APPLICATION_CPU_NS,
                    used.values().stream().mapToLong(Long::longValue).sum() * TICK_NS);
            counters.accept(AuditSample.APPLICATION_RUN_DELAY_NS, waitedNs);
        }
    }

    private void look(Path process) {
        try {
            StatLine.parse(Files.readString(process.resolve("stat")))
                    .filter(stat -> groups.contains(stat.number(StatLine.GROUP)) || processes.contains(stat.id()))
                    .ifPresent(stat -> {
                        used.put(stat.id(), stat.number(StatLine.USER_TICKS) + stat.number(StatLine.SYSTEM_TICKS));
                        waitedNs += RunDelay.read(process.resolve("task"));
                    });
        } catch (IOException | RuntimeException ended) {
            return; // nothing more is known of it
        }
    }
}
