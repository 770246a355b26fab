package org.ticktoquote.host.audit;

import static java.util.Map.entry;
import static org.ticktoquote.host.audit.Finding.Severity.NOTE;
import static org.ticktoquote.host.audit.Finding.Severity.UNFIT;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.file.ResourceText;
import org.ticktoquote.core.program.RootCommand;
import org.ticktoquote.host.audit.Finding.Severity;
import org.ticktoquote.host.audit.HostAudit.Profile;
import org.ticktoquote.host.change.Setting;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.Reading;
import org.ticktoquote.host.state.Adapter;
import org.ticktoquote.host.state.Cgroup;
import org.ticktoquote.host.state.KernelKind;
import org.ticktoquote.host.state.OwnProcess;
import org.ticktoquote.host.state.ProcessTable;
import org.ticktoquote.host.state.TimeKeeping;

/**
 * Findings of one host for all conditions known to hurt latency.
 *
 * @param profile intended use of the host
 * @param findings one per item, in table order
 */
public record HostAudit(Profile profile, List<Finding> findings) {
    private static final Pattern HEAD = Pattern.compile("([a-z-]+\\*?): ([a-z]+), ([a-z]+)(, tuning)?(, reserved)?");
    private static final Pattern PARAMETER = Pattern.compile("([a-z0-9_.]+) = (-?[0-9]+)");
    private static final Map<String, Function<AuditedHost, CheckResult>> CHECKS = new HashMap<>();

    public HostAudit {
        findings = List.copyOf(findings);
    }

    /** Audits a host without changing it. Items that compare two readings take them {@code watched} apart. */
    public static HostAudit of(Host host, Profile profile, Duration watched) {
        AuditedHost view = AuditedHost.of(host, profile, watched);
        return new HostAudit(
                profile,
                items(Adapter.read(host)).stream()
                        .map(item -> item.findingOf(view))
                        .toList());
    }

    /** Returns the overall fitness, determined by the worst finding. */
    public Fitness fitness() {
        if (findings.stream().anyMatch(finding -> finding.severity() == Severity.UNFIT)) {
            return Fitness.UNFIT;
        }
        return findings.stream().anyMatch(Finding::reducesFitness) ? Fitness.WARNINGS : Fitness.FIT;
    }

    /** Returns the settings that {@code --apply} changes: of the named items, or of all findings that need attention. */
    public List<Setting> settings(List<String> only) {
        return findings.stream()
                .filter(finding -> only.isEmpty() ? finding.needsAttention() : only.contains(finding.item()))
                .flatMap(finding -> finding.settings().stream())
                .toList();
    }

    public long count(Severity severity) {
        return findings.stream()
                .filter(finding -> finding.severity() == severity)
                .count();
    }

    /** Overall result of an audit, and exit status of {@code t2q host}, for scripts that prepare hosts. */
    public enum Fitness {
        FIT(0, "fit"),
        WARNINGS(1, "fit with warnings"),
        UNFIT(2, "unfit");

        private final int exitStatus;
        private final String words;

        Fitness(int exitStatus, String words) {
            this.exitStatus = exitStatus;
            this.words = words;
        }

        public int exitStatus() {
            return exitStatus;
        }

        public String description() {
            return words;
        }
    }

    private static final List<AuditItem> ALL;

    static {
        Stream.of(KernelItems.CHECKS, CpuItems.CHECKS, MemoryItems.CHECKS, NetworkItems.CHECKS, EnvironmentItems.CHECKS)
                .forEach(CHECKS::putAll);
        CHECKS.put("adapters", view -> CheckResult.deviates("no physical adapter, loopback only", ""));
        ALL = read();
    }

    /** Returns the items of a host in table order; adapter items occur once per adapter. */
    private static List<AuditItem> items(List<Adapter> adapters) {
        return ALL.stream()
                .filter(item -> adapters.isEmpty() || !item.name().equals("adapters"))
                .flatMap(item -> item.name().endsWith("*")
                        ? adapters.stream().map(adapter -> ofAdapter(item, adapter))
                        : Stream.of(item))
                .toList();
    }

    private static AuditItem ofAdapter(AuditItem item, Adapter adapter) {
        return item.withCheck(
                item.name().replace("*", adapter.name()),
                view -> Objects.requireNonNull(NetworkItems.ADAPTER_CHECKS.get(item.name()))
                        .apply(adapter, view));
    }

    private static List<AuditItem> read() {
        List<AuditItem> items = new ArrayList<>();
        List<String> lines = ResourceText.of(HostAudit.class, "lines.txt")
                .lines()
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .map(String::trim)
                .toList();
        for (int i = 0; i + 2 < lines.size(); i += 3) {
            Matcher head = HEAD.matcher(lines.get(i));
            if (!head.matches()) {
                throw new IllegalStateException(lines.get(i));
            }
            items.add(new AuditItem(
                    head.group(1),
                    lines.get(i + 1),
                    lines.get(i + 2),
                    Severity.valueOf(head.group(2).toUpperCase(Locale.ROOT)),
                    Severity.valueOf(head.group(3).toUpperCase(Locale.ROOT)),
                    head.group(4) != null,
                    head.group(5) != null,
                    CHECKS.getOrDefault(head.group(1), parameter(lines.get(i + 1)))));
        }
        return items;
    }

    /** Checks a kernel parameter against a wanted value given as {@code name = value}. */
    private static Function<AuditedHost, CheckResult> parameter(String wanted) {
        Matcher words = PARAMETER.matcher(wanted);
        return words.matches()
                ? view -> KernelItems.sysctl(view, words.group(1), words.group(2))
                : view -> {
                    throw new IllegalStateException("no check for the wanted value " + wanted);
                };
    }

    /**
     * One condition known to hurt latency, and how to check it.
     *
     * @param name item name with hyphens; {@code *} represents the name of an adapter
     * @param wanted required state, in words
     * @param why reason why it matters
     * @param dev severity of a deviation on a shared machine
     * @param lab severity of a deviation on a dedicated host
     * @param tuning whether an unreadable value never counts
     * @param reserved whether a deviation is only a note if no CPU is reserved for measured threads
     * @param check function that checks a host
     */
    private record AuditItem(
            String name,
            String wanted,
            String why,
            Severity dev,
            Severity lab,
            boolean tuning,
            boolean reserved,
            Function<AuditedHost, CheckResult> check) {
        AuditItem withCheck(String otherName, Function<AuditedHost, CheckResult> otherLook) {
            return new AuditItem(otherName, wanted, why, dev, lab, tuning, reserved, otherLook);
        }

        Finding findingOf(AuditedHost view) {
            CheckResult answer = check.apply(view);
            boolean light = tuning && answer.severity() == Severity.UNKNOWN;
            return new Finding(
                    name,
                    severity(answer, view),
                    !light && severityFor(view.profile()).compareTo(Severity.WARNING) >= 0,
                    answer.found(),
                    wanted,
                    why,
                    answer.command(),
                    answer.settings());
        }

        private Severity severity(CheckResult answer, AuditedHost view) {
            Severity own = answer.severity();
            if (own == Severity.FIT || own == Severity.UNKNOWN) {
                return own;
            }
            Severity weight = own == null ? severityFor(view.profile()) : own;
            return reserved && view.reserved().isEmpty() ? Severity.NOTE : weight;
        }

        private Severity severityFor(Profile profile) {
            return profile == Profile.LAB ? lab : dev;
        }
    }

    /**
     * State of a host right before a run.
     *
     * @param audit all findings as JSON
     * @param leftOvers left-over t2q processes and lock files that make the host unfit; empty if there are none
     * @param usableBytes free disk space for the run's folder
     */
    public record Readiness(JsonNode audit, String leftOvers, long usableBytes) {
        private static final Duration WATCHED = Duration.ofMillis(500);
        private static final JsonMapper JSON = JsonMapper.builder().build();

        /** Audits the host for half a second without changing it. */
        public static Readiness of(Host host, String profile, Path folder) {
            HostAudit audit = HostAudit.of(host, Profile.valueOf(profile.toUpperCase(Locale.ROOT)), WATCHED);
            String leftOvers = audit.findings().stream()
                    .filter(finding -> finding.item().equals(EnvironmentItems.LEFT_OVERS))
                    .filter(finding -> finding.severity() == Severity.UNFIT)
                    .map(Finding::found)
                    .collect(Collectors.joining(", "));
            return new Readiness(JSON.valueToTree(audit), leftOvers, usableBytes(folder));
        }

        private static long usableBytes(Path folder) {
            return FileAccess.run(
                    folder,
                    "free space of its disk cannot be read",
                    ExitStatus.ENVIRONMENT,
                    () -> Files.getFileStore(folder).getUsableSpace());
        }
    }

    /** Intended use of a host. The names match the profiles of a run's limits. */
    public enum Profile {
        /** Shared machine or VM, to measure orders of magnitude. */
        DEV,
        /** Dedicated host with isolated cores, to measure microseconds. */
        LAB
    }

    /** Audit items of the environment: hypervisor, container, resource limits, other processes and daemons. */
    private static final class EnvironmentItems {
        static final Map<String, Function<AuditedHost, CheckResult>> CHECKS = Map.ofEntries(
                entry("virtualisation", EnvironmentItems::virtualisation),
                entry("steal", EnvironmentItems::steal),
                entry("cpu-quota", EnvironmentItems::quota),
                entry("memory-limit", EnvironmentItems::memory),
                entry("open-files", view -> limit(view, "Max open files", 4096, "ulimit -n 65536", Long::toString)),
                entry(
                        "locked-memory",
                        view -> limit(
                                view, "Max locked memory", Long.MAX_VALUE, "ulimit -l unlimited", MemoryItems::bytes)),
                entry("real-time-limit", EnvironmentItems::realTime),
                entry("busy-processes", EnvironmentItems::busy),
                entry("left-overs", EnvironmentItems::leftOvers),
                entry("time-keeping", EnvironmentItems::keeping),
                entry("tuned-profile", EnvironmentItems::tuned));
        private static final double DEV_STEAL_PERCENT = 2;
        private static final double DEV_STEAL_LIMIT_PERCENT = 5;
        private static final double STEAL_SHOWN_PERCENT = 0.1;
        private static final long MIN_FREE_BYTES = 4L << 30;
        /** Interrupt threads run at priority 50. */
        private static final long BELOW_INTERRUPTS = 49;

        private static final List<String> PROGRAMS =
                List.of("t2q.jar", "org.ticktoquote.harness.T2q", RootCommand.class.getName());
        static final String LEFT_OVERS = "left-overs";
        /** Lock files of Chronicle Affinity, left by applications; t2q creates none. */
        private static final Pattern AFFINITY_LOCK = Pattern.compile("cpu-[0-9]{1,4}\\.lock");

        private static final double BUSY_PERCENT = 10;
        private static final int SHOWN = 5;
        private static final Set<String> LATENCY_PROFILES = Set.of(
                "latency-performance",
                "network-latency",
                "realtime",
                "realtime-virtual-guest",
                "cpu-partitioning",
                "cpu-partitioning-powersave");
        /** Profiles of {@code tuned} for throughput, power saving or a product. */
        private static final Pattern OTHER_PROFILES = Pattern.compile(
                "\\b(accelerator-performance|atomic|aws|balanced|default"
                        + "|desktop|enterprise-storage|hpc-compute|intel-sst|laptop|mssql|network-throughput|openshift|oracle|postgresql"
                        + "|powersave|sap|server-powersave|spectrumscale|spindown-disk|throughput|virtual-(guest|host))");

        private EnvironmentItems() {}

        /** Advises real-time priorities only on a real-time kernel. */
        private static CheckResult realTime(AuditedHost view) {
            Reading limit = OwnProcess.limit(view.host(), "Max realtime priority");
            return limit.known() && !KernelKind.read(view.host()).realTime()
                    ? CheckResult.fit(limit.or(""))
                    : limit(
                            view,
                            "Max realtime priority",
                            BELOW_INTERRUPTS,
                            "ulimit -r " + BELOW_INTERRUPTS,
                            Long::toString);
        }

        private static CheckResult virtualisation(AuditedHost view) {
            String words = view.virtualisation().description();
            return view.isVirtual()
                    ? CheckResult.deviates(words, "use a physical host, or one with dedicated CPUs")
                    : view.host().file("/proc/cpuinfo").known()
                            ? CheckResult.fit(words)
                            : CheckResult.unknown(view.host().file("/proc/cpuinfo"));
        }

        private static CheckResult steal(AuditedHost view) {
            if (view.activity().isEmpty()) {
                return CheckResult.unknown("needs two samples of the host, one is available");
            }
            double percent = view.activity().get().stealPercent();
            String found = String.format(Locale.ROOT, "%.1f %%", percent);
            if (percent <= STEAL_SHOWN_PERCENT) {
                return CheckResult.fit(found);
            }
            CheckResult answer = CheckResult.deviates(found, "move to a host whose CPUs are not shared");
            if (percent > DEV_STEAL_LIMIT_PERCENT) {
                return answer.withSeverity(UNFIT);
            }
            return percent <= DEV_STEAL_PERCENT && view.profile() == Profile.DEV ? answer.withSeverity(NOTE) : answer;
        }

        private static CheckResult quota(AuditedHost view) {
            Cgroup group = Cgroup.read(view.host());
            long throttled = group.throttled().orElse(0);
            String held = throttled > 0 ? String.format(Locale.ROOT, ", throttled %,d times", throttled) : "";
            if (group.cpus().isEmpty()) {
                return CheckResult.fit("none");
            }
            return CheckResult.deviates(
                    String.format(Locale.ROOT, "%.2f CPUs%s", group.cpus().getAsDouble(), held),
                    "docker run without --cpus, or systemctl set-property UNIT CPUQuota=");
        }

        private static CheckResult memory(AuditedHost view) {
            Cgroup group = Cgroup.read(view.host());
            if (group.memoryBytes().isEmpty()) {
                return CheckResult.fit("none");
            }
            long bytes = group.memoryBytes().getAsLong();
            return CheckResult.of(
                    MemoryItems.bytes(bytes),
                    bytes >= MIN_FREE_BYTES,
                    "docker run --memory 8g, or systemctl set-property UNIT MemoryMax=8G");
        }

        private static CheckResult limit(
                AuditedHost view, String name, long wanted, String how, LongFunction<String> words) {
            Reading limit = OwnProcess.limit(view.host(), name);
            if (!limit.known()) {
                return CheckResult.unknown(limit);
            }
            if (limit.or("").equals("unlimited")) {
                return CheckResult.fit("unlimited");
            }
            if (limit.number().isEmpty()) {
                return CheckResult.unknown(limit.noNumber());
            }
            long value = limit.number().getAsLong();
            return CheckResult.of(
                    words.apply(value), value >= wanted, how + ", permanently in /etc/security/limits.conf");
        }

        private static CheckResult busy(AuditedHost view) {
            if (view.activity().isEmpty()) {
                return CheckResult.unknown("needs two samples of the host, one is available");
            }
            List<String> busy = view.activity().get().busy().stream()
                    .filter(one -> one.percent() > BUSY_PERCENT)
                    .map(one -> String.format(Locale.ROOT, "%s %.0f %% (%d)", one.name(), one.percent(), one.pid()))
                    .toList();
            if (busy.isEmpty()) {
                return CheckResult.fit("none");
            }
            String names = busy.stream().limit(SHOWN).collect(Collectors.joining(", "));
            return CheckResult.deviates(
                    names + (busy.size() > SHOWN ? " and " + (busy.size() - SHOWN) + " more" : ""),
                    "end them, or move them to other CPUs with taskset -cp");
        }

        private static CheckResult leftOvers(AuditedHost view) {
            if (view.processes().isEmpty()) {
                return CheckResult.unknown(ProcessTable.NONE);
            }
            List<String> found = new ArrayList<>();
            Set<Long> family = view.processes().family();
            for (ProcessTable.Entry entry : view.processes().all()) {
                if (!family.contains(entry.pid()) && entry.name().equals("java")) {
                    String role = role(view.host()
                            .file("/proc/" + entry.pid() + "/cmdline")
                            .or(""));
                    if (!role.isEmpty()) {
                        found.add("t2q " + role + " (" + entry.pid() + ")");
                    }
                }
            }
            view.host().names("/tmp", AFFINITY_LOCK).forEach(name -> found.add("/tmp/" + name));
            return found.isEmpty()
                    ? CheckResult.fit("none")
                    : CheckResult.deviates(
                            String.join(", ", found), "end the processes; remove locks whose owner is gone");
        }

        /** Returns the subcommand of a t2q command line with NUL-terminated arguments; empty for other programs. */
        private static String role(String commandLine) {
            List<String> words = List.of(commandLine.split("\0", -1));
            for (int i = 0; i + 1 < words.size(); i++) {
                if (PROGRAMS.stream().anyMatch(words.get(i)::endsWith)) {
                    return words.get(i + 1);
                }
            }
            return "";
        }

        private static CheckResult keeping(AuditedHost view) {
            if (view.processes().isEmpty()) {
                return CheckResult.unknown(ProcessTable.NONE);
            }
            TimeKeeping time = TimeKeeping.read(view.host(), view.processes());
            return switch (time.keepers().size()) {
                case 0 -> CheckResult.deviates(time.description(), "systemctl enable --now chronyd");
                case 1 ->
                    time.problem().isEmpty()
                            ? CheckResult.fit(time.description())
                            : CheckResult.deviates(time.description(), "chronyc tracking");
                default -> CheckResult.deviates(time.description(), "systemctl disable --now all but one of them");
            };
        }

        private static CheckResult tuned(AuditedHost view) {
            Reading profile = view.line("/etc/tuned/active_profile");
            if (profile.absent()) {
                return CheckResult.fit("tuned is not installed");
            }
            if (!profile.known()) {
                return CheckResult.unknown(profile);
            }
            String name = profile.or("");
            if (name.isEmpty() || LATENCY_PROFILES.contains(name)) {
                return CheckResult.fit(name.isEmpty() ? "none" : name);
            }
            String how = "tuned-adm profile network-latency, or cpu-partitioning with isolated CPUs";
            return OTHER_PROFILES.matcher(name).find()
                    ? CheckResult.deviates(name, how)
                    : CheckResult.deviates(name + ", not a profile of tuned: other lines show its settings", how)
                            .withSeverity(NOTE);
        }
    }
}
