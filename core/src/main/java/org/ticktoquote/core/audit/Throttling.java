package org.ticktoquote.core.audit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.linux.KernelText;
import org.ticktoquote.core.linux.KernelText.OpenFile;

/**
 * CPU throttling of a process by quotas, from {@code cpu.stat} of its control group and the group's ancestors (cgroups(7),
 * versions 1 and 2). Zeros without a quota.
 *
 * @param limited quota periods that have elapsed, 0 without a quota
 * @param periods quota periods in which the group was throttled
 * @param throttledNs time without a CPU, summed over the CPUs
 */
public record Throttling(long limited, long periods, long throttledNs) {
    /** Mount point of the control groups. */
    public static final Path MOUNT = Path.of("/sys/fs/cgroup");

    static final Throttling NONE = new Throttling(0, 0, 0);

    /** Reads a {@code cpu.stat} file. Zeros if it cannot be read. */
    static Throttling read(KernelText text, OpenFile file) {
        return text.read(file) ? parse(text) : NONE;
    }

    Throttling plus(Throttling other) {
        return new Throttling(limited + other.limited, periods + other.periods, throttledNs + other.throttledNs);
    }

    /** Returns the {@code cpu.stat} files of a process's groups and their ancestors, own groups first. */
    static List<Path> files(String groups, Path mount) {
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

    /** Quotas of a process. Its files stay open until the process changes its control groups. Not thread-safe. */
    public static final class Quotas implements AutoCloseable {
        private final OpenFile groups;
        private final Path mount;
        private String known = "";
        private List<OpenFile> files = List.of();
        private @Nullable Throttling[] before = {};

        /**
         * Creates quotas that have not been read yet.
         *
         * @param groups path of the process's {@code cgroup} in procfs
         * @param mount mount point of control groups
         */
        public Quotas(String groups, Path mount) {
            this.groups = new OpenFile(groups);
            this.mount = mount;
        }

        private void find(KernelText text) {
            text.read(groups);
            if (!text.is(known)) {
                known = text.toString();
                files.forEach(OpenFile::close);
                files = files(known, mount).stream()
                        .map(file -> new OpenFile(file.toString()))
                        .toList();
                before = new Throttling[files.size()];
            }
        }

        /** Reads the sum over all groups. */
        Throttling sum(KernelText text) {
            find(text);
            Throttling sum = NONE;
            for (int i = 0; i < files.size(); i++) {
                sum = sum.plus(read(text, files.get(i)));
            }
            return sum;
        }

        /**
         * Returns the largest throttled time of any group since the last call, in ns summed over CPUs. The kernel counts it
         * when the group can run again. -1 without a quota and at the first call.
         */
        public long grownNs(KernelText text) {
            find(text);
            long mostNs = -1;
            for (int i = 0; i < files.size(); i++) {
                Throttling now = read(text, files.get(i));
                Throttling old = before[i];
                before[i] = now;
                boolean grows = old != null && now.limited > 0;
                mostNs = Math.max(mostNs, grows ? Math.max(0, now.throttledNs - old.throttledNs) : -1);
            }
            return mostNs;
        }

        @Override
        public void close() {
            groups.close();
            files.forEach(OpenFile::close);
        }
    }

    static Throttling parse(KernelText stat) {
        long limited = 0;
        long periods = 0;
        long throttledNs = 0;
        while (stat.nextLine()) {
            if (!stat.nextWord()) {
                continue;
            }
            if (stat.wordIs("nr_periods")) {
                limited = Math.max(0, stat.nextNumber());
            } else if (stat.wordIs("nr_throttled")) {
                periods = Math.max(0, stat.nextNumber());
            } else if (stat.wordIs("throttled_usec")) {
                throttledNs = 1_000 * Math.max(0, stat.nextNumber());
            } else if (stat.wordIs("throttled_time")) {
                throttledNs = Math.max(0, stat.nextNumber());
            }
        }
        return new Throttling(limited, periods, throttledNs);
    }
}
