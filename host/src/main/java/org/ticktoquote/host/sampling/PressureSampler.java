package org.ticktoquote.host.sampling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ticktoquote.core.evidence.Pressure;

/**
 * For how long threads of the host waited for CPUs, disks and memory, from {@code /proc/pressure}
 * (Documentation/accounting/psi). Not thread-safe.
 */
final class PressureSampler {
    private static final List<String> FILES = List.of("cpu", "io", "memory");
    private static final Pattern SOME = total("some");
    private static final Pattern FULL = total("full");

    private final Path folder;
    private List<Long> before = List.of();

    /** @param proc where the kernel shows them */
    PressureSampler(Path proc) {
        this.folder = proc.resolve("pressure");
    }

    private static Pattern total(String share) {
        return Pattern.compile(share + " [^\n]*\\btotal=(\\d{1,15})");
    }

    /** By how much it grew since the last call; empty where the kernel does not say, and at the first one. */
    Optional<Pressure> grown() {
        List<Long> now = new ArrayList<>();
        for (String file : FILES) {
            String text = text(file);
            now.add(totalNs(SOME, text));
            now.add(totalNs(FULL, text));
        }
        List<Long> old = before;
        before = now;
        boolean counted = now.stream().anyMatch(ns -> ns != Pressure.UNKNOWN);
        return old.isEmpty() || !counted
                ? Optional.empty()
                : Optional.of(new Pressure(
                        grown(old, now, 0),
                        grown(old, now, 1),
                        grown(old, now, 2),
                        grown(old, now, 3),
                        grown(old, now, 4),
                        grown(old, now, 5)));
    }

    private static long grown(List<Long> old, List<Long> now, int which) {
        boolean known = old.get(which) != Pressure.UNKNOWN && now.get(which) != Pressure.UNKNOWN;
        return known ? Math.max(0, now.get(which) - old.get(which)) : Pressure.UNKNOWN;
    }

    private static long totalNs(Pattern pattern, String text) {
        Matcher total = pattern.matcher(text);
        return total.find() ? TimeUnit.MICROSECONDS.toNanos(Long.parseLong(total.group(1))) : Pressure.UNKNOWN;
    }

    private String text(String file) {
        try {
            return Files.readString(folder.resolve(file));
        } catch (IOException absent) {
            return "";
        }
    }
}
