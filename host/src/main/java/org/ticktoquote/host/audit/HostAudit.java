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
 * Everything known to hurt latency, looked at on one host.
 *
 * @param profile what the host is to be fit for
 * @param findings one for each item, in the order of the table
 */
public record HostAudit(Profile profile, List<Finding> findings) {
    private static final Pattern HEAD = Pattern.compile("([a-z-]+\\*?): ([a-z]+), ([a-z]+)(, tuning)?(, reserved)?");
    private static final Pattern PARAMETER = Pattern.compile("([a-z0-9_.]+) = (-?[0-9]+)");
    private static final Map<String, Function<View, Answer>> LOOKS = new HashMap<>();

    public HostAudit {
        findings = List.copyOf(findings);
    }

    /** Looks at a host, for {@code watched} long where two moments are needed; changes nothing. */
    public static HostAudit of(Host host, Profile profile, Duration watched) {
        View view = View.of(host, profile, watched);
        return new HostAudit(
                profile,
                items(Adapter.read(host)).stream()
                        .map(item -> item.findingOf(view))
                        .toList());
    }

    /** The sum: the worst finding decides. */
    public Fitness fitness() {
        if (findings.stream().anyMatch(finding -> finding.severity() == Severity.UNFIT)) {
            return Fitness.UNFIT;
        }
        return findings.stream().anyMatch(Finding::warns) ? Fitness.WARNINGS : Fitness.FIT;
    }

    /** What {@code --apply} would change: the settings of everything that counts, or of the named items whatever they count. */
    public List<Setting> settings(List<String> only) {
        return findings.stream()
                .filter(finding -> only.isEmpty() ? finding.matters() : only.contains(finding.item()))
                .flatMap(finding -> finding.settings().stream())
                .toList();
    }

    /** Findings of one severity. */
    public long count(Severity severity) {
        return findings.stream()
                .filter(finding -> finding.severity() == severity)
                .count();
    }

    /**
     * The sum of an audit, and the exit status of {@code t2q host}: an exception to the statuses of every other
     * command, asked for by scripts that prepare hosts.
     */
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

        public String words() {
            return words;
        }
    }

    private static final List<AuditItem> ALL;

    static {
        Stream.of(KernelItems.LOOKS, CpuItems.LOOKS, MemoryItems.LOOKS, NetworkItems.LOOKS, SurroundingItems.LOOKS)
                .forEach(LOOKS::putAll);
        LOOKS.put("adapters", view -> Answer.deviates("none with a device behind it: loopback only", ""));
        ALL = read();
    }

    /** The lines of a host, in their order: those of the adapters once for each. */
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
        return item.looking(
                item.name().replace("*", adapter.name()),
                view -> Objects.requireNonNull(AdapterItems.LOOKS.get(item.name()))
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
                    LOOKS.getOrDefault(head.group(1), parameter(lines.get(i + 1)))));
        }
        return items;
    }

    /** Holds a parameter of the kernel against what is wanted as {@code name = value}. */
    private static Function<View, Answer> parameter(String wanted) {
        Matcher words = PARAMETER.matcher(wanted);
        return words.matches()
                ? view -> KernelItems.sysctl(view, words.group(1), words.group(2))
                : view -> {
                    throw new IllegalStateException("no look is known for what is wanted as " + wanted);
                };
    }

    /**
     * One thing that is known to hurt latency, and how to look at it.
     *
     * @param name of the line, with hyphens
     * @param wanted in words
     * @param why it hurts
     * @param dev weight of a deviation on a shared machine
     * @param lab weight of a deviation on a host of its own
     * @param tuning whether it never counts where it cannot be read
     * @param reserved whether a deviation is a note where no CPU is kept free for measured threads
     * @param look at a host
     */
    private record AuditItem(
            String name,
            String wanted,
            String why,
            Severity dev,
            Severity lab,
            boolean tuning,
            boolean reserved,
            Function<View, Answer> look) {
        /** The same under another name, with another look. */
        AuditItem looking(String otherName, Function<View, Answer> otherLook) {
            return new AuditItem(otherName, wanted, why, dev, lab, tuning, reserved, otherLook);
        }

        /** Looks and weighs. */
        Finding findingOf(View view) {
            Answer answer = look.apply(view);
            boolean light = tuning && answer.kind() == Answer.Kind.UNKNOWN;
            return new Finding(
                    name,
                    severity(answer, view),
                    !light && weight(view.profile()).compareTo(Severity.WARNING) >= 0,
                    answer.found(),
                    wanted,
                    why,
                    answer.how(),
                    answer.settings());
        }

        private Severity severity(Answer answer, View view) {
            return switch (answer.kind()) {
                case FIT -> Severity.FIT;
                case DEVIATES -> {
                    Severity weight = answer.weight() == null ? weight(view.profile()) : answer.weight();
                    yield reserved && view.reserved().isEmpty() ? Severity.NOTE : weight;
                }
                case UNKNOWN -> Severity.UNKNOWN;
            };
        }

        private Severity weight(Profile profile) {
            return profile == Profile.LAB ? lab : dev;
        }
    }

    /**
     * A host at the moment before a run.
     *
     * @param audit everything that was found
     * @param leftOvers processes and locks of an earlier run that make it unfit; empty when there are none
     * @param usableBytes on the disk of the folder that the run will write to
     */
    public record Readiness(JsonNode audit, String leftOvers, long usableBytes) {
        private static final Duration WATCHED = Duration.ofMillis(500);
        private static final JsonMapper JSON = JsonMapper.builder().build();

        /** Looks, for half a second; changes nothing. */
        public static Readiness of(Host host, String profile, Path folder) {
            HostAudit audit = HostAudit.of(host, Profile.valueOf(profile.toUpperCase(Locale.ROOT)), WATCHED);
            String leftOvers = audit.findings().stream()
                    .filter(finding -> finding.item().equals(SurroundingItems.LEFT_OVERS))
                    .filter(finding -> finding.severity() == Severity.UNFIT)
                    .map(Finding::found)
                    .collect(Collectors.joining(", "));
            return new Readiness(JSON.valueToTree(audit), leftOvers, usableBytes(folder));
        }

        private static long usableBytes(Path folder) {
            try {
                return Files.getFileStore(folder).getUsableSpace();
            } catch (IOException e) {
                throw Problem.of(folder).fault("its disk cannot be asked", e).refusal(ExitStatus.ENVIRONMENT, e);
            }
        }
    }

    /** What a host is to be used for: the same names as the profiles of a run's limits. */
    public enum Profile {
        /** A shared machine or VM, where orders of magnitude are looked at. */
        DEV,
        /** A host of its own with isolated cores, where microseconds are looked at. */
        LAB
    }
}
