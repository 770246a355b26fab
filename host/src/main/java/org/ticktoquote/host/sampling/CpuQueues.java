package org.ticktoquote.host.sampling;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ticktoquote.core.evidence.Pressure;

/**
 * For how long threads waited for each CPU, of {@code /proc/schedstat} (Documentation/scheduler/sched-stats): the eighth number
 * of a line {@code cpuN}, in ns. Versions 15, 16 and 17 differ in the lines of domains alone, which are passed over; of a version
 * that is not known nothing is. A kernel without CONFIG_SCHEDSTATS has no such file. Not thread-safe.
 */
final class CpuQueues {
    private static final Set<String> KNOWN = Set.of("version 15", "version 16", "version 17");
    private static final String CPU = "cpu";
    private static final int NUMBERS = 9;
    private static final int WAITED = 8;

    private final Path file;
    private Map<Integer, Long> before = Map.of();
    private Map<Integer, Long> now = Map.of();

    /** @param proc where the kernel shows it */
    CpuQueues(Path proc) {
        this.file = proc.resolve("schedstat");
    }

    void look() {
        before = now;
        now = waited();
    }

    /** By how much it grew from the last look but one to the last, in ns; unknown where nobody says. */
    long grownNs(int cpu) {
        Long old = before.get(cpu);
        Long found = now.get(cpu);
        return old == null || found == null ? Pressure.UNKNOWN : Math.max(0, found - old);
    }

    private Map<Integer, Long> waited() {
        if (!Files.exists(file)) {
            return Map.of();
        }
        Map<Integer, Long> found = new HashMap<>();
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            String version = lines.readLine();
            if (version != null && KNOWN.contains(version.strip())) {
                lines.lines().filter(line -> line.startsWith(CPU)).forEach(line -> add(line, found));
            }
        } catch (IOException | UncheckedIOException absent) {
            return Map.of();
        }
        return found;
    }

    private static void add(String line, Map<Integer, Long> to) {
        List<String> words = List.of(line.strip().split(" +", -1));
        try {
            if (words.size() == NUMBERS + 1) {
                to.put(Integer.parseInt(words.get(0).substring(CPU.length())), Long.parseLong(words.get(WAITED)));
            }
        } catch (NumberFormatException another) {
            return; // no line of a CPU
        }
    }
}
