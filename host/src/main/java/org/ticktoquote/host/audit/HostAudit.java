package org.ticktoquote.host.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.file.ResourceText;
import org.ticktoquote.host.audit.Finding.Severity;
import org.ticktoquote.host.audit.NetworkItems.AdapterItems;
import org.ticktoquote.host.change.Setting;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.state.Adapter;

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
        AdapterItems items = new AdapterItems(adapter);
        return item.withCheck(
                item.name().replace("*", adapter.name()),
                view -> Objects.requireNonNull(AdapterItems.CHECKS.get(item.name()))
                        .apply(items, view));
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
     * @param name of the item, with hyphens; {@code *} stands for the name of an adapter
     * @param wanted required state, in words
     * @param why it hurts
     * @param dev severity of a deviation on a shared machine
     * @param lab severity of a deviation on a dedicated host
     * @param tuning whether an unreadable value never counts
     * @param reserved whether a deviation is only a note if no CPU is reserved for measured threads
     * @param check of a host
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
            boolean light = tuning && answer.kind() == CheckResult.Kind.UNKNOWN;
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
            return switch (answer.kind()) {
                case FIT -> Severity.FIT;
                case DEVIATES -> {
                    Severity weight = answer.severity() == null ? severityFor(view.profile()) : answer.severity();
                    yield reserved && view.reserved().isEmpty() ? Severity.NOTE : weight;
                }
                case UNKNOWN -> Severity.UNKNOWN;
            };
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
            try {
                return Files.getFileStore(folder).getUsableSpace();
            } catch (IOException e) {
                throw Problem.of(folder)
                        .fault("free space of its disk cannot be read", e)
                        .exception(ExitStatus.ENVIRONMENT, e);
            }
        }
    }

    /** Intended use of a host. The names match the profiles of a run's limits. */
    public enum Profile {
        /** Shared machine or VM, to measure orders of magnitude. */
        DEV,
        /** Dedicated host with isolated cores, to measure microseconds. */
        LAB
    }
}
