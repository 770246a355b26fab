package org.ticktoquote.core.audit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How long a quota of CPU time has kept a process from running, from {@code cpu.stat} of its control group and all
 * groups above it (cgroups(7), versions 1 and 2); zeros without a quota.
 *
 * @param limited periods for which there was a quota
 * @param periods of these in which it was used up
 * @param throttledNs time without a CPU, of each CPU
 */
public record Throttling(long limited, long periods, long throttledNs) {
    /** Where the kernel shows control groups. */
    public static final Path MOUNT = Path.of("/sys/fs/cgroup");

    private static final Throttling NONE = new Throttling(0, 0, 0);

    /** Of this process. */
    static Throttling read() {
        try {
            return files(Files.readString(Path.of("/proc/self/cgroup")), MOUNT).stream()
                    .map(Throttling::read)
                    .reduce(NONE, Throttling::plus);
        } catch (IOException absent) {
            return NONE;
        }
    }

    /** What one such file says; zeros where it cannot be read. */
    public static Throttling read(Path file) {
        try {
            return Files.isReadable(file) ? parse(Files.readString(file)) : NONE;
        } catch (IOException absent) {
            return NONE;
        }
    }

    private Throttling plus(Throttling other) {
        return new Throttling(limited + other.limited, periods + other.periods, throttledNs + other.throttledNs);
    }

    /** The files that may throttle a process with these control groups, its own first. */
    public static List<Path> files(String groups, Path mount) {
        List<Path> files = new ArrayList<>();
        groups.lines()
                .map(line -> line.split(":", 3))
                .filter(parts -> parts.length == 3)
                .forEach(parts -> {
                    if (parts[1].isEmpty()) {
                        addUpwards(files, mount, parts[2]);
                        addUpwards(files, mount.resolve("unified"), parts[2]);
                    } else if (Arrays.asList(parts[1].split(",", -1)).contains("cpu")) {
                        addUpwards(files, mount.resolve(parts[1]), parts[2]);
                    }
                });
        return files;
    }

    private static void addUpwards(List<Path> files, Path hierarchy, String group) {
        Path own =
                hierarchy.resolve(group.substring(Math.min(1, group.length()))).normalize();
        for (Path at = own; at.startsWith(hierarchy); at = at.getParent()) {
            files.add(at.resolve("cpu.stat"));
            if (at.getParent() == null) {
                break;
            }
        }
    }

    static Throttling parse(String stat) {
        long limited = 0;
        long periods = 0;
        long throttledNs = 0;
        for (String line : stat.lines().toList()) {
            String[] words = line.trim().split("\\s+", -1);
            switch (words[0]) {
                case "nr_periods" -> limited = Long.parseLong(words[1]);
                case "nr_throttled" -> periods = Long.parseLong(words[1]);
                case "throttled_usec" -> throttledNs = 1_000 * Long.parseLong(words[1]);
                case "throttled_time" -> throttledNs = Long.parseLong(words[1]);
                default -> {}
            }
        }
        return new Throttling(limited, periods, throttledNs);
    }
}
