package org.ticktoquote.harness.audit;

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

/**
 * The processor time of the application's processes on this host, from their {@code stat} (proc(5)): those of its process
 * groups, and those that are named. What a process used stays counted after it ended, as far as it was seen. Used by the audit's
 * thread.
 */
public final class ApplicationCpu implements AuditSource {
    private static final long TICK_NS = TimeUnit.SECONDS.toNanos(1) / 100;
    /** Behind the command's closing bracket: state, parent, group ... user time, system time. */
    private static final int GROUP = 2;

    private static final int USER = 11;
    private static final int SYSTEM = 12;

    private final Path proc;
    private final Set<Long> groups;
    private final Set<Long> processes;
    private final Map<String, Long> used = new HashMap<>();

    /** Of the processes of groups, by their leaders, and of further processes. */
    public ApplicationCpu(Set<Long> groups, Set<Long> processes) {
        this(Path.of("/proc"), groups, processes);
    }

    ApplicationCpu(Path proc, Set<Long> groups, Set<Long> processes) {
        this.proc = proc;
        this.groups = Set.copyOf(groups);
        this.processes = Set.copyOf(processes);
    }

    @Override
    public void read(ObjLongConsumer<String> counters) {
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
        }
    }

    private void look(Path process) {
        try {
            String stat = Files.readString(process.resolve("stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            String pid = process.getFileName().toString();
            if (groups.contains(Long.parseLong(fields[GROUP])) || processes.contains(Long.parseLong(pid))) {
                used.put(pid, Long.parseLong(fields[USER]) + Long.parseLong(fields[SYSTEM]));
            }
        } catch (IOException | RuntimeException ended) {
            return; // nothing more is known of it
        }
    }
}
