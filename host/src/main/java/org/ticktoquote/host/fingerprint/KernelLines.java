package org.ticktoquote.host.fingerprint;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.Reading;
import org.ticktoquote.host.state.BootParameters;
import org.ticktoquote.host.state.Cgroup;
import org.ticktoquote.host.state.Choice;
import org.ticktoquote.host.state.KernelKind;
import org.ticktoquote.host.state.MitigationState;
import org.ticktoquote.host.state.Mount;
import org.ticktoquote.host.state.ResourceLimits;
import org.ticktoquote.host.state.Swap;

/** The kernel: what it is, how it was booted and tuned, what it allows. */
final class KernelLines {
    private static final List<String> PARAMETERS = List.of(
            "kernel.sched_rt_runtime_us",
            "kernel.nmi_watchdog",
            "kernel.numa_balancing",
            "kernel.timer_migration",
            "kernel.sched_autogroup_enabled",
            "kernel.soft_watchdog",
            "vm.swappiness",
            "vm.stat_interval",
            "vm.compaction_proactiveness",
            "vm.compact_unevictable_allowed",
            "vm.zone_reclaim_mode",
            "vm.dirty_ratio",
            "vm.dirty_bytes",
            "vm.dirty_background_ratio",
            "vm.dirty_background_bytes",
            "vm.nr_hugepages",
            "net.core.rmem_max",
            "net.core.wmem_max",
            "net.core.busy_read",
            "net.core.busy_poll",
            "net.core.netdev_max_backlog",
            "net.core.netdev_budget",
            "net.core.default_qdisc",
            "net.core.rps_sock_flow_entries",
            "net.netfilter.nf_conntrack_max",
            "net.ipv4.tcp_slow_start_after_idle",
            "net.ipv4.tcp_autocorking",
            "net.ipv4.tcp_rmem",
            "net.ipv4.tcp_wmem");
    private static final Map<String, String> FILES = new TreeMap<>(Map.of(
            "preemption", KernelKind.PREEMPTION,
            "machine-checks-ignored", "/sys/devices/system/machinecheck/machinecheck0/ignore_ce",
            "huge-page-collapse", "/sys/kernel/mm/transparent_hugepage/khugepaged/defrag",
            "page-merging", "/sys/kernel/mm/ksm/run",
            "link-power", "/sys/module/pcie_aspm/parameters/policy",
            "tracer", "/sys/kernel/tracing/current_tracer"));
    private static final List<String> LIMITS = List.of("open files", "locked memory", "realtime priority");

    private final Host host;

    KernelLines(Host host) {
        this.host = host;
    }

    void addTo(Lines lines) {
        lines.file("kernel", "/proc/sys/kernel/osrelease");
        lines.file("kernel-version", "/proc/sys/kernel/version");
        lines.text("boot-parameters", bootParameters());
        lines.file("clock-source", "/sys/devices/system/clocksource/clocksource0/current_clocksource");
        lines.text("mitigations", MitigationState.read(host).words());
        lines.file("timer-slack", "/proc/self/timerslack_ns");
        PARAMETERS.forEach(name -> lines.file(name, "/proc/sys/" + name.replace('.', '/')));
        lines.file("base-slice", KernelKind.sliceFile(host));
        FILES.forEach((name, path) -> lines.reading(name, host.file(path).line().map(Choice::current)));
        memory(lines);
        limits(lines);
    }

    /** Without the names of files, which change with every kernel that is installed. */
    private String bootParameters() {
        return BootParameters.read(host).words().stream()
                .filter(word -> !word.startsWith("BOOT_IMAGE=") && !word.startsWith("initrd="))
                .collect(Collectors.joining(" "));
    }

    private void memory(Lines lines) {
        String folder = "/sys/kernel/mm/transparent_hugepage/";
        lines.reading(
                "transparent-huge-pages", host.file(folder + "enabled").line().map(Choice::current));
        lines.reading(
                "huge-page-compaction", host.file(folder + "defrag").line().map(Choice::current));
        Reading swaps = host.file("/proc/swaps");
        lines.reading(
                "swap",
                swaps.map(text -> Swap.parse(swaps)
                        .map(swap -> swap.sizeBytes() + " bytes")
                        .orElse("unknown")));
        Reading mounts = host.file("/proc/self/mounts");
        lines.reading(
                "jvm-statistics",
                mounts.map(table -> Mount.of("/tmp", table).map(Mount::type).orElse("unknown")));
    }

    private void limits(Lines lines) {
        Cgroup group = Cgroup.read(host);
        boolean quota = group.cpus().isPresent();
        lines.text(
                "cpu-quota",
                quota ? String.format(Locale.ROOT, "%.2f CPUs", group.cpus().getAsDouble()) : "none");
        boolean memory = group.memoryBytes().isPresent();
        lines.text("memory-limit", memory ? group.memoryBytes().getAsLong() + " bytes" : "none");
        for (String limit : LIMITS) {
            lines.reading(limit.replace(' ', '-'), ResourceLimits.of(host, "Max " + limit));
        }
    }
}
