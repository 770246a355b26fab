package org.ticktoquote.host.fingerprint;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.ticktoquote.core.file.Sha256;
import org.ticktoquote.host.change.Setting.AdapterSetting;
import org.ticktoquote.host.change.Setting.AdapterSetting.Aspect;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.Reading;
import org.ticktoquote.host.state.Adapter;
import org.ticktoquote.host.state.Adapter.RingSizes;
import org.ticktoquote.host.state.Cgroup;
import org.ticktoquote.host.state.Cpus;
import org.ticktoquote.host.state.Cpus.IdleState;
import org.ticktoquote.host.state.KernelKind;
import org.ticktoquote.host.state.KernelKind.MitigationState;
import org.ticktoquote.host.state.OwnProcess;
import org.ticktoquote.host.state.ProcessTable;
import org.ticktoquote.host.state.Swap;
import org.ticktoquote.host.state.TimeKeeping;
import org.ticktoquote.host.state.Virtualisation;

/** Reads the facts of a host's fingerprint. */
public final class FingerprintReader {
    private static final List<String> COALESCING = List.of("adaptive-rx", "rx-usecs", "rx-frames", "tx-usecs");
    private static final List<String> OFFLOADS = List.of("gro", "lro");
    private static final String CPU = "/sys/devices/system/cpu";
    private static final double KIB_PER_GIB = 1 << 20;
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
    private static final String UNKNOWN = "unknown: ";
    private static final int HASH_DIGITS = 8;

    private final Host host;
    private final Cpus cpus;
    private final Map<String, String> lines = new LinkedHashMap<>();

    private FingerprintReader(Host host) {
        this.host = host;
        this.cpus = Cpus.read(host);
    }

    /**
     * Takes the fingerprint of a host.
     *
     * @param jvm facts of the JVM; empty for a recorded host
     */
    public static Fingerprint of(Host host, Map<String, String> jvm) {
        FingerprintReader reader = new FingerprintReader(host);
        reader.machine();
        reader.kernel();
        Adapter.read(host).forEach(reader::adapter);
        reader.services();
        jvm.forEach(reader::text);
        return new Fingerprint(reader.lines);
    }

    /** Returns facts of the JVM that runs this process. Of commands and options other than {@code -X} there is only a hash. */
    public static Map<String, String> ownJvm() {
        return ownJvm(System.getenv());
    }

    static Map<String, String> ownJvm(Map<String, String> environment) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("java", System.getProperty("java.vm.name") + " " + Runtime.version());
        facts.put("java-vendor", System.getProperty("java.vendor"));
        for (String variable : List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS")) {
            facts.put(variable, withoutSecrets(environment.getOrDefault(variable, "")));
        }
        return facts;
    }

    private static String withoutSecrets(String options) {
        List<String> words = List.of(options.strip().split("\\s+", -1));
        // -XX:OnError and -XX:OnOutOfMemoryError are commands, whose other words do not begin with -X
        Predicate<String> isShown = word -> word.startsWith("-X") && !word.startsWith("-XX:On");
        String shown = words.stream().filter(isShown).collect(Collectors.joining(" "));
        String others = words.stream().filter(isShown.negate()).collect(Collectors.joining(" "));
        String hash = others.isEmpty() ? "" : " others: SHA-256 " + Sha256.ofText(others, HASH_DIGITS);
        return (shown + hash).strip();
    }

    private void adapter(Adapter adapter) {
        String name = adapter.name();
        String mtu = adapter.file(host, "mtu").or("?");
        String speed = adapter.file(host, "speed").or("?").replace("-1", "?");
        text("adapter-" + name, adapter.driver() + ", mtu " + mtu + ", " + speed + " Mbit/s");
        tool("coalescing-" + name, options(name, Aspect.COALESCING, COALESCING));
        tool("offloads-" + name, options(name, Aspect.OFFLOADS, OFFLOADS));
        for (String file : List.of("rps_cpus", "xps_cpus")) {
            text(
                    file.replace("_cpus", "-") + name,
                    host.names(adapter.path("queues")).stream()
                            .map(queue -> adapter.file(host, "queues/" + queue + "/" + file))
                            .flatMap(mask -> mask.optional().stream())
                            .collect(Collectors.joining(" ")));
        }
        tool("rings-" + name, adapter.ethtool(host, "-g").map(FingerprintReader::rings));
    }

    private Reading options(String adapter, Aspect aspect, List<String> names) {
        return aspect.show(host, adapter).map(output -> AdapterSetting.text(aspect.values(output, names)));
    }

    private static String rings(String output) {
        return RingSizes.parse(output)
                .map(sizes -> sizes.receive() + " of " + sizes.mostReceive())
                .orElse("none");
    }

    private void services() {
        ProcessTable processes = ProcessTable.read(host);
        text("irqbalance", processes.running(Set.of("irqbalance")).isEmpty() ? "not running" : "running");
        text("auditd", processes.running(Set.of("auditd")).isEmpty() ? "not running" : "running");
        file("interrupt-affinity", "/proc/irq/default_smp_affinity");
        text("time-keeping", String.join(", ", TimeKeeping.read(host, processes).keepers()));
        file("tuned-profile", "/etc/tuned/active_profile");
    }

    private void machine() {
        text("machine", Virtualisation.product(host));
        text("virtualisation", Virtualisation.read(host).description());
        tool("architecture", host.tool("uname", "-m").line());
        text("cpu-model", field("/proc/cpuinfo", "model name"));
        text("microcode", field("/proc/cpuinfo", "microcode"));
        text("topology", cpus.topology(host));
        text("memory", memory());
        file("numa-nodes", "/sys/devices/system/node/online");
        cpuSets();
        reading("governor", cpus.perCpu(host, "cpufreq/scaling_governor"));
        reading("frequency-driver", cpus.perCpu(host, "cpufreq/scaling_driver"));
        reading("highest-frequency", cpus.perCpu(host, "cpufreq/scaling_max_freq"));
        reading("energy-bias", cpus.perCpu(host, "power/energy_perf_bias"));
        reading("energy-preference", cpus.perCpu(host, "cpufreq/energy_performance_preference"));
        file("lowest-performance", CPU + "/intel_pstate/min_perf_pct");
        file("no-turbo", CPU + "/intel_pstate/no_turbo");
        file("boost", CPU + "/cpufreq/boost");
        file("hyper-threads", CPU + "/smt/active");
        text("idle-states", idleStates());
    }

    private String field(String file, String name) {
        return host.file(file)
                .after(name)
                .map(rest -> rest.substring(rest.indexOf(':') + 1))
                .orElse("none");
    }

    /** Rounds to 0.1 GiB because the kernel reserves a slightly different amount at each boot. */
    private String memory() {
        OptionalLong kib = Reading.of(field("/proc/meminfo", "MemTotal").replaceAll("[^0-9]", ""))
                .number();
        return kib.isEmpty() ? "unknown" : String.format(Locale.ROOT, "%.1f GiB", kib.getAsLong() / KIB_PER_GIB);
    }

    private void cpuSets() {
        text("isolated-cpus", cpus.isolated().toString());
        text("tickless-cpus", cpus.tickless().toString());
        text("callback-free-cpus", cpus.withoutCallbacks().toString());
        text("cpus-allowed", cpus.allowed().toString());
        text("cpus-inherited", cpus.inherited().toString());
    }

    private String idleStates() {
        Set<String> states = new TreeSet<>();
        for (IdleState state : IdleState.read(host, cpus)) {
            if (!state.disabled()) {
                states.add(state.name() + " " + state.exitUs() + " us");
            }
        }
        return states.isEmpty() ? "none" : String.join(", ", states);
    }

    private void kernel() {
        file("kernel", "/proc/sys/kernel/osrelease");
        file("kernel-version", "/proc/sys/kernel/version");
        text("boot-parameters", bootParameters());
        file("clock-source", "/sys/devices/system/clocksource/clocksource0/current_clocksource");
        text("mitigations", MitigationState.read(host).description());
        file("timer-slack", "/proc/self/timerslack_ns");
        PARAMETERS.forEach(name -> file(name, "/proc/sys/" + name.replace('.', '/')));
        file("base-slice", KernelKind.sliceFile(host));
        FILES.forEach(this::choice);
        memoryState();
        limits();
    }

    /** Omits file names, which change with every kernel update. */
    private String bootParameters() {
        return KernelKind.bootParameters(host).words().stream()
                .filter(word -> !word.startsWith("BOOT_IMAGE=") && !word.startsWith("initrd="))
                .collect(Collectors.joining(" "));
    }

    private void memoryState() {
        String folder = "/sys/kernel/mm/transparent_hugepage/";
        choice("transparent-huge-pages", folder + "enabled");
        choice("huge-page-compaction", folder + "defrag");
        Reading swaps = host.file("/proc/swaps");
        reading(
                "swap",
                swaps.map(text -> Swap.parse(swaps)
                        .map(swap -> swap.sizeBytes() + " bytes")
                        .orElse("unknown")));
        Reading mounts = host.file(OwnProcess.MOUNTS);
        reading(
                "jvm-statistics",
                mounts.map(table -> OwnProcess.fileSystem("/tmp", table).orElse("unknown")));
    }

    private void limits() {
        Cgroup group = Cgroup.read(host);
        boolean quota = group.cpus().isPresent();
        text(
                "cpu-quota",
                quota ? String.format(Locale.ROOT, "%.2f CPUs", group.cpus().getAsDouble()) : "none");
        boolean memory = group.memoryBytes().isPresent();
        text("memory-limit", memory ? group.memoryBytes().getAsLong() + " bytes" : "none");
        for (String limit : LIMITS) {
            reading(limit.replace(' ', '-'), OwnProcess.limit(host, "Max " + limit));
        }
    }

    private void text(String name, String value) {
        // values are printed on terminals and can contain any character
        String line = value.replaceAll("\\s+", " ").trim().replaceAll("\\p{Cc}", "?");
        lines.put(name, line.isEmpty() ? "none" : line);
    }

    /** Adds a reading: {@code none} if absent, {@code unknown} with the reason if unreadable. */
    private void reading(String name, Reading reading) {
        text(name, reading.absent() ? "none" : reading.known() ? reading.or("") : UNKNOWN + reading.problem());
    }

    /** Adds the output of a tool, or {@code unknown} with the reason if it fails or is not installed. */
    private void tool(String name, Reading output) {
        text(name, output.known() ? output.or("") : UNKNOWN + output.problem());
    }

    private void file(String name, String path) {
        reading(name, host.file(path).line());
    }

    /** Adds the first line of a file, or its selected value if it lists several. */
    private void choice(String name, String path) {
        reading(name, host.file(path).line().choice());
    }
}
