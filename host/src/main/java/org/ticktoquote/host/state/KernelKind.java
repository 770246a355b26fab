package org.ticktoquote.host.state;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.Reading;

/**
 * Kind of a host's kernel. PREEMPT_RT is recognised by {@code /sys/kernel/realtime} or by the version.
 *
 * @param release {@code uname -r}
 * @param version {@code uname -v}, which names the kind of preemption
 * @param flag whether {@code /sys/kernel/realtime} is 1
 */
public record KernelKind(Reading release, Reading version, boolean flag) {
    private static final Pattern RELEASE = Pattern.compile("([0-9]{1,4})\\.([0-9]{1,4})");

    /** File that selects the kind of preemption on kernels since 5.12 with PREEMPT_DYNAMIC. Needs root. */
    public static final String PREEMPTION = "/sys/kernel/debug/sched/preempt";

    /** Files with the minimum time slice of an ordinary thread, for kernels since 6.6, since 5.13, and earlier. */
    private static final List<String> SLICES = List.of(
            "/sys/kernel/debug/sched/base_slice_ns",
            "/sys/kernel/debug/sched/min_granularity_ns",
            "/proc/sys/kernel/sched_min_granularity_ns");

    /** Returns the file with the minimum time slice on this kernel. */
    public static String sliceFile(Host host) {
        return SLICES.stream()
                .filter(path -> host.file(path).known())
                .findFirst()
                .orElse(SLICES.get(0));
    }

    public static KernelKind read(Host host) {
        return new KernelKind(
                host.file("/proc/sys/kernel/osrelease").line(),
                host.file("/proc/sys/kernel/version").line(),
                host.file("/sys/kernel/realtime").line().or("0").equals("1"));
    }

    /** Returns whether the kind is known. */
    public boolean known() {
        return version.known();
    }

    /** Returns whether the kernel is PREEMPT_RT. */
    public boolean realTime() {
        String said = version.or("");
        return flag || said.contains("PREEMPT_RT") || said.contains("PREEMPT RT");
    }

    /** Formats release and kind of preemption. */
    public String description() {
        return release.or("?") + ", " + (realTime() ? "PREEMPT_RT" : preemption());
    }

    /** Returns whether the release is at least the given one, by its first two numbers; false if unknown. */
    public boolean isAtLeast(int major, int minor) {
        Matcher numbers = RELEASE.matcher(release.or(""));
        if (!numbers.lookingAt()) {
            return false;
        }
        int found = Integer.parseInt(numbers.group(1));
        return found > major || (found == major && Integer.parseInt(numbers.group(2)) >= minor);
    }

    /** Returns the kind of preemption from the version; {@code no preemption} if it names none. */
    public String preemption() {
        return Arrays.stream(version.or("").split(" ", -1))
                .filter(word -> word.startsWith("PREEMPT"))
                .findFirst()
                .orElse("no preemption");
    }

    /** Reads the kernel command line, whose words {@link Reading#parameter} finds. */
    public static Reading bootParameters(Host host) {
        return host.file("/proc/cmdline").line();
    }

    /**
     * Mitigations of CPU vulnerabilities (Documentation/admin-guide/hw-vuln), by the kernel's names.
     *
     * @param active vulnerabilities with a mitigation, which costs time
     * @param open vulnerabilities without a mitigation
     * @param faults number of vulnerabilities that the kernel knows
     */
    public record MitigationState(List<String> active, List<String> open, int faults) {
        private static final String FOLDER = "/sys/devices/system/cpu/vulnerabilities";

        public MitigationState {
            active = List.copyOf(active);
            open = List.copyOf(open);
        }

        public static MitigationState read(Host host) {
            List<String> active = new ArrayList<>();
            List<String> open = new ArrayList<>();
            List<String> names = host.names(FOLDER);
            for (String name : names) {
                String state = host.file(FOLDER + "/" + name).line().or("");
                if (state.startsWith("Mitigation")) {
                    active.add(name);
                } else if (state.startsWith("Vulnerable")) {
                    open.add(name);
                }
            }
            return new MitigationState(active, open, names.size());
        }

        public boolean known() {
            return faults > 0;
        }

        /** Formats as in {@code on: spectre_v1, spectre_v2; vulnerable: mds}. */
        public String description() {
            String on = active.isEmpty() ? "none on" : "on: " + String.join(", ", active);
            return open.isEmpty() ? on : on + "; vulnerable: " + String.join(", ", open);
        }
    }
}
