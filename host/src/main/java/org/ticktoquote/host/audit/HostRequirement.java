package org.ticktoquote.host.audit;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.core.command.NearestWord;
import org.ticktoquote.core.yaml.Wildcard;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.host.audit.Finding.Severity;
import org.ticktoquote.host.audit.HostAudit.Profile;
import org.ticktoquote.host.fingerprint.FingerprintReader;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.HostRecorder.RecordedHost;
import org.ticktoquote.host.state.KernelKind;

/**
 * Conditions, all of which a host must satisfy. They refer to facts about the host, never to its name.
 *
 * @param conditions accepted values by fact name; {@code *} in a value matches any text
 */
public record HostRequirement(@JsonValue Map<String, List<String>> conditions) {
    /** Accepts any host. */
    public static final HostRequirement NONE = new HostRequirement(Map.of());

    private static final String AUDIT = "audit.";
    /** Facts of one network adapter, which only some hosts have. */
    private static final Pattern OF_ADAPTER = Pattern.compile("(audit\\.)?(adapter|coalescing|offloads|rps|xps|rings"
            + "|deferred-interrupts|packet-steering|link-power)-.+");

    private static final List<String> WEIGHTS =
            Stream.of(Severity.values()).map(Severity::word).toList();

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public HostRequirement {
        conditions = Collections.unmodifiableMap(new LinkedHashMap<>(conditions));
    }

    /** Returns the conditions that the host does not satisfy, as text for users; empty if it satisfies all. */
    public Optional<String> check(HostProperties host) {
        List<String> missing = new ArrayList<>();
        conditions.forEach((fact, values) -> {
            String found = host.facts().get(fact);
            if (found == null) {
                missing.add("'" + fact + "' is not reported"
                        + NearestWord.hint(fact, host.facts().keySet()));
            } else if (!Wildcard.anyMatches(values, found)) {
                missing.add(fact + " is " + host.words(fact) + ", expected " + String.join(" or ", values));
            }
        });
        return missing.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", missing));
    }

    /** Formats the conditions, as in {@code kernel rt, clock-source tsc}. */
    public String description() {
        return conditions.isEmpty()
                ? "any"
                : conditions.entrySet().stream()
                        .map(each -> each.getKey() + " " + String.join(" or ", each.getValue()))
                        .collect(Collectors.joining(", "));
    }

    /** Reports conditions on facts that no host has, and values of {@code audit.} conditions that match no severity. */
    public static void check(YamlSection conditions) {
        Set<String> known = HostProperties.known();
        for (String fact : conditions.allKeys()) {
            if (HostProperties.LOADS.contains(fact)) {
                conditions.problemWithKey(fact, "a fact of the host, not its load at one moment");
            } else if (!known.contains(fact) && !OF_ADAPTER.matcher(fact).matches()) {
                conditions.problemWithKey(
                        fact,
                        "kernel, audit.ITEM, or a line of t2q host fingerprint other than those of Java"
                                + NearestWord.hint(fact, known));
            }
            List<String> values = fact.startsWith(AUDIT) ? conditions.oneOrMore(fact) : null;
            for (String value : values == null ? List.<String>of() : values) {
                if (WEIGHTS.stream().noneMatch(weight -> Wildcard.anyMatches(List.of(value), weight))) {
                    conditions.problemAt(
                            fact, "one of " + String.join(", ", WEIGHTS) + NearestWord.hint(value, WEIGHTS));
                }
            }
        }
    }

    /**
     * All facts of a host by name: the lines of its fingerprint, {@code kernel} ({@code stock}, {@code rt} or
     * {@code unknown}), {@code kernel-release} and {@code kernel-kind}. Includes the severity of each audit item for profile
     * {@code lab}, as in {@code audit.clock-source}, without those that are loads of one moment.
     *
     * @param facts value by name
     */
    public record HostProperties(Map<String, String> facts) {
        /** Fact with the value {@link #STOCK}, {@link #RT} or {@code unknown}. */
        public static final String KERNEL = "kernel";

        public static final String STOCK = "stock";
        public static final String RT = "rt";

        /** Audit items that need two readings and change from second to second. */
        private static final Set<String> LOADS = Set.of(AUDIT + "busy-processes", AUDIT + "steal");

        public HostProperties {
            facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
        }

        /** Reads the facts of a host without changing it. */
        public static HostProperties of(Host host) {
            Map<String, String> facts =
                    new LinkedHashMap<>(FingerprintReader.of(host, Map.of()).lines());
            KernelKind kernel = KernelKind.read(host);
            facts.put("kernel-release", kernel.release().or("unknown"));
            facts.put(KERNEL, kernel.known() ? kernel.realTime() ? RT : STOCK : "unknown");
            facts.put("kernel-kind", kernel.description());
            HostAudit.of(host, Profile.LAB, Duration.ZERO)
                    .findings()
                    .forEach(finding -> facts.put(
                            AUDIT + finding.item(), finding.severity().name().toLowerCase(Locale.ROOT)));
            facts.keySet().removeAll(LOADS);
            return new HostProperties(facts);
        }

        /** Returns the names of the facts that every host has. Takes some milliseconds. */
        private static Set<String> known() {
            return of(new RecordedHost(Path.of("/nonexistent"))).facts().keySet();
        }

        /** Returns a value for messages; for the kernel this includes its release. */
        String words(String fact) {
            String value = facts.getOrDefault(fact, "");
            return fact.equals(KERNEL) ? value + " (" + facts.getOrDefault("kernel-kind", "") + ")" : value;
        }
    }
}
