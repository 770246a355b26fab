package org.ticktoquote.host.audit;

import static java.util.Map.entry;
import static org.ticktoquote.host.audit.Finding.Severity.NOTE;
import static org.ticktoquote.host.audit.Finding.Severity.UNFIT;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.ticktoquote.core.program.RootCommand;
import org.ticktoquote.host.audit.HostAudit.Profile;
import org.ticktoquote.host.source.Reading;
import org.ticktoquote.host.state.Cgroup;
import org.ticktoquote.host.state.KernelKind;
import org.ticktoquote.host.state.ProcessTable;
import org.ticktoquote.host.state.ProcessTable.Activity;
import org.ticktoquote.host.state.ResourceLimits;
import org.ticktoquote.host.state.TimeKeeping;

/** Audit items of the environment: hypervisor, container, resource limits, other processes and daemons. */
final class EnvironmentItems {
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
    private static final Pattern OTHER_PROFILES =
            Pattern.compile("\\b(accelerator-performance|atomic|aws|balanced|default"
                    + "|desktop|enterprise-storage|hpc-compute|intel-sst|laptop|mssql|network-throughput|openshift|oracle|postgresql"
                    + "|powersave|sap|server-powersave|spectrumscale|spindown-disk|throughput|virtual-(guest|host))");

    private EnvironmentItems() {}

    /** Advises real-time priorities only on a real-time kernel. */
    private static CheckResult realTime(AuditedHost view) {
        Reading limit = ResourceLimits.of(view.host(), "Max realtime priority");
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
        Reading limit = ResourceLimits.of(view.host(), name);
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
        return CheckResult.of(words.apply(value), value >= wanted, how + ", permanently in /etc/security/limits.conf");
    }

    private static CheckResult busy(AuditedHost view) {
        if (view.activity().isEmpty()) {
            return CheckResult.unknown("needs two samples of the host, one is available");
        }
        List<Activity.Busy> busy = view.activity().get().busy().stream()
                .filter(one -> one.percent() > BUSY_PERCENT)
                .toList();
        if (busy.isEmpty()) {
            return CheckResult.fit("none");
        }
        String names = busy.stream()
                .limit(SHOWN)
                .map(one -> String.format(Locale.ROOT, "%s %.0f %% (%d)", one.name(), one.percent(), one.pid()))
                .collect(Collectors.joining(", "));
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
                String role = role(
                        view.host().file("/proc/" + entry.pid() + "/cmdline").or(""));
                if (!role.isEmpty()) {
                    found.add("t2q " + role + " (" + entry.pid() + ")");
                }
            }
        }
        // lock files of Chronicle Affinity, left by applications; t2q creates none
        view.host().names("/tmp").stream()
                .filter(name -> name.matches("cpu-[0-9]{1,4}\\.lock"))
                .map(name -> "/tmp/" + name)
                .forEach(found::add);
        return found.isEmpty()
                ? CheckResult.fit("none")
                : CheckResult.deviates(String.join(", ", found), "end the processes; remove locks whose owner is gone");
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
