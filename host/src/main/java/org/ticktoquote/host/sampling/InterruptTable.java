package org.ticktoquote.host.sampling;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;
import org.ticktoquote.core.evidence.Pressure;

/**
 * How many interrupts of all kinds each CPU took, of {@code /proc/interrupts} or {@code /proc/softirqs} (proc(5)): a line of
 * CPUs, then a line of counts for each kind. Not thread-safe.
 */
final class InterruptTable {
    private static final int MOST_DIGITS = 18;

    private final Path file;
    private Map<Integer, Long> before = Map.of();
    private Map<Integer, Long> now = Map.of();

    InterruptTable(Path file) {
        this.file = file;
    }

    void look() {
        before = now;
        now = sums();
    }

    /** By how much it grew from the last look but one to the last; unknown where nobody says. */
    long grown(int cpu) {
        Long old = before.get(cpu);
        Long found = now.get(cpu);
        return old == null || found == null ? Pressure.UNKNOWN : Math.max(0, found - old);
    }

    private Map<Integer, Long> sums() {
        List<Integer> cpus = new ArrayList<>();
        long[] sums = new long[0];
        try {
            for (String line : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
                if (cpus.isEmpty()) {
                    cpus = cpus(line);
                    sums = new long[cpus.size()];
                } else {
                    add(line, sums);
                }
            }
        } catch (IOException absent) {
            return Map.of();
        }
        Map<Integer, Long> found = new HashMap<>();
        for (int i = 0; i < sums.length; i++) {
            found.put(cpus.get(i), sums[i]);
        }
        return found;
    }

    private static List<Integer> cpus(String line) {
        List<Integer> cpus = new ArrayList<>();
        StringTokenizer words = new StringTokenizer(line);
        while (words.hasMoreTokens()) {
            String word = words.nextToken();
            if (word.matches("CPU\\d{1,6}")) {
                cpus.add(Integer.parseInt(word.substring("CPU".length())));
            }
        }
        return cpus;
    }

    /** A line of one count alone, as that of errors, is of no CPU. */
    private static void add(String line, long[] sums) {
        StringTokenizer words = new StringTokenizer(line.substring(line.indexOf(':') + 1));
        if (words.countTokens() < sums.length) {
            return;
        }
        for (int i = 0; i < sums.length; i++) {
            String word = words.nextToken();
            if (word.length() > MOST_DIGITS || !word.chars().allMatch(Character::isDigit)) {
                return;
            }
            sums[i] += Long.parseLong(word);
        }
    }
}
