package org.ticktoquote.host.sampling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.ticktoquote.core.evidence.CpuCounts;

/** What took each CPU away, from {@code /proc/stat} (proc(5)). Not thread-safe. */
final class CpuSampler {
    private static final long TICK_NS = TimeUnit.SECONDS.toNanos(1) / 100;
    private static final int SOFTIRQ = 6;
    private static final int STEAL = 7;

    private final Path proc;
    private Map<Integer, CpuCounts> before = Map.of();

    /** @param proc where the kernel shows them */
    CpuSampler(Path proc) {
        this.proc = proc;
    }

    /** What was counted since the last call; nothing at the first one. */
    List<CpuCounts> grown() {
        Map<Integer, CpuCounts> now = new HashMap<>();
        text("stat").lines().skip(1).takeWhile(line -> line.startsWith("cpu")).forEach(line -> add(line, now));
        List<CpuCounts> grown = new ArrayList<>();
        now.forEach((cpu, counts) -> {
            CpuCounts old = before.getOrDefault(cpu, counts);
            long stealNs = Math.max(0, counts.stealNs() - old.stealNs());
            long softirqNs = Math.max(0, counts.softirqNs() - old.softirqNs());
            if (stealNs > 0 || softirqNs > 0) {
                grown.add(new CpuCounts(cpu, stealNs, softirqNs));
            }
        });
        before = now;
        return grown;
    }

    private static void add(String line, Map<Integer, CpuCounts> to) {
        String[] fields = line.substring("cpu".length()).split(" ", -1);
        try {
            int cpu = Integer.parseInt(fields[0]);
            if (fields.length > STEAL + 1) {
                to.put(
                        cpu,
                        new CpuCounts(
                                cpu,
                                Long.parseLong(fields[STEAL + 1]) * TICK_NS,
                                Long.parseLong(fields[SOFTIRQ + 1]) * TICK_NS));
            }
        } catch (NumberFormatException another) {
            return; // no line of a CPU
        }
    }

    private String text(String file) {
        try {
            return Files.readString(proc.resolve(file));
        } catch (IOException absent) {
            return "";
        }
    }
}
