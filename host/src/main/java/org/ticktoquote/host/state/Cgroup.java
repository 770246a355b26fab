package org.ticktoquote.host.state;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.Reading;

/**
 * Limits of this process's control groups, version 1 or 2 (Documentation/admin-guide/cgroup-v1 and cgroup-v2.rst). The
 * strictest limit from the root to the process's own group applies.
 *
 * @param cpus quota in CPUs; empty if unlimited
 * @param throttled number of throttled periods; empty if unknown
 * @param memoryBytes empty if unlimited
 */
public record Cgroup(OptionalDouble cpus, OptionalLong throttled, OptionalLong memoryBytes) {
    private static final String MOUNT = "/sys/fs/cgroup";
    /** Folder name of this process in procfs. */
    static final String SELF = "self";
    /** Version 1 writes "no limit" as the largest multiple of a page. */
    private static final long UNLIMITED = 1L << 60;

    public static Cgroup read(Host host) {
        List<String> cpu = folders(host, SELF, "cpu");
        List<String> memory = folders(host, SELF, "memory");
        return new Cgroup(
                cpu.stream()
                        .flatMapToDouble(folder -> quota(host, folder).stream())
                        .min(),
                cpu.stream()
                        .flatMapToLong(folder -> throttled(host, folder).stream())
                        .max(),
                memory.stream()
                        .flatMapToLong(folder -> memory(host, folder).stream())
                        .min());
    }

    /** Returns the CPUs of the nearest group that lists them. */
    static Optional<String> cpuset(Host host, String process) {
        return folders(host, process, "cpuset").stream()
                .flatMap(folder -> Stream.of("cpuset.cpus.effective", "cpuset.effective_cpus", "cpuset.cpus")
                        .map(file -> host.file(folder + "/" + file).line().or("")))
                .filter(list -> !list.isEmpty())
                .findFirst();
    }

    /**
     * Returns the folders of the process's group and its ancestors, or only the mount point if a container hides the path.
     */
    private static List<String> folders(Host host, String process, String controller) {
        for (String line :
                host.file("/proc/" + process + "/cgroup").or("").lines().toList()) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3 && Arrays.asList(parts[1].split(",", -1)).contains(controller)) {
                return upwards(mount(host, parts[1], controller), parts[2]);
            }
        }
        return upwards(
                MOUNT, host.file("/proc/" + process + "/cgroup").after("0::").orElse("/"));
    }

    private static String mount(Host host, String controllers, String controller) {
        return MOUNT + "/" + (host.names(MOUNT).contains(controllers) ? controllers : controller);
    }

    private static List<String> upwards(String mount, String path) {
        List<String> folders = new ArrayList<>();
        for (String group = path; !group.isEmpty() && !group.equals("/"); ) {
            folders.add(mount + group);
            group = group.substring(0, Math.max(0, group.lastIndexOf('/')));
        }
        folders.add(mount);
        return folders;
    }

    private static OptionalDouble quota(Host host, String folder) {
        String[] unified = host.file(folder + "/cpu.max").line().or("").split(" ", -1);
        if (unified.length == 2) {
            return ratio(unified[0], unified[1]);
        }
        return ratio(
                host.file(folder + "/cpu.cfs_quota_us").line().or(""),
                host.file(folder + "/cpu.cfs_period_us").line().or(""));
    }

    private static OptionalDouble ratio(String quota, String period) {
        OptionalLong share = number(quota);
        OptionalLong whole = number(period);
        boolean limited = share.isPresent() && whole.isPresent() && whole.getAsLong() > 0;
        return limited ? OptionalDouble.of((double) share.getAsLong() / whole.getAsLong()) : OptionalDouble.empty();
    }

    private static OptionalLong throttled(Host host, String folder) {
        return number(host.file(folder + "/cpu.stat").after("nr_throttled ").orElse(""));
    }

    private static OptionalLong memory(Host host, String folder) {
        Reading unified = host.file(folder + "/memory.max").line();
        Reading limit = unified.known()
                ? unified
                : host.file(folder + "/memory.limit_in_bytes").line();
        OptionalLong bytes = number(limit.or(""));
        return bytes.isPresent() && bytes.getAsLong() < UNLIMITED ? bytes : OptionalLong.empty();
    }

    /** Parses a non-negative number; empty for {@code max} and {@code -1}, which mean no limit. */
    private static OptionalLong number(String text) {
        return text.trim().matches("[0-9]{1,18}") ? OptionalLong.of(Long.parseLong(text.trim())) : OptionalLong.empty();
    }
}
