package org.ticktoquote.host.sampling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.audit.Throttling;
import org.ticktoquote.core.evidence.Pressure;

/** For how long a CPU quota of their control groups kept processes from running. Not thread-safe. */
final class QuotaSampler {
    private final Path proc;
    private final Path groups;
    private Map<Path, Throttling> before = Map.of();

    /**
     * Before its first look.
     *
     * @param proc where the kernel shows processes
     * @param groups where it shows control groups
     */
    QuotaSampler(Path proc, Path groups) {
        this.proc = proc;
        this.groups = groups;
    }

    /**
     * By how much it grew since the last call, in the group where it grew most: ns of each CPU, counted when the group may run
     * again. {@link Pressure#UNKNOWN} where there is no quota, and at the first call.
     */
    long grownNs(Collection<Long> processes) {
        Map<Path, Throttling> now = new HashMap<>();
        files(processes).forEach(file -> now.put(file, Throttling.read(file)));
        Map<Path, Throttling> old = before;
        before = now;
        return now.entrySet().stream()
                .mapToLong(file -> grownNs(old.get(file.getKey()), file.getValue()))
                .max()
                .orElse(Pressure.UNKNOWN);
    }

    private static long grownNs(@Nullable Throttling old, Throttling now) {
        return old == null || now.limited() == 0
                ? Pressure.UNKNOWN
                : Math.max(0, now.throttledNs() - old.throttledNs());
    }

    private Set<Path> files(Collection<Long> processes) {
        return processes.stream()
                .flatMap(pid -> Throttling.files(groupsOf(pid), groups).stream())
                .collect(Collectors.toSet());
    }

    /** None of a process that ended. */
    private String groupsOf(long pid) {
        try {
            return Files.readString(proc.resolve(pid + "/cgroup"));
        } catch (IOException ended) {
            return "";
        }
    }
}
