package org.ticktoquote.host.need;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.ticktoquote.host.audit.HostAudit;
import org.ticktoquote.host.audit.Profile;
import org.ticktoquote.host.fingerprint.FingerprintReader;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.state.KernelKind;

/**
 * Everything that a host says of itself, by name: the lines of its fingerprint; {@code kernel}, which is {@code stock} or
 * {@code rt}, beside {@code kernel-release}; and for each item of the audit, as {@code audit.clock-source}, what it weighs
 * for the profile {@code lab}.
 *
 * @param facts value by name
 */
public record HostSheet(Map<String, String> facts) {
    /** The fact that is {@link #STOCK} or {@link #RT}. */
    public static final String KERNEL = "kernel";

    public static final String STOCK = "stock";
    public static final String RT = "rt";

    private static final String AUDIT = "audit.";

    public HostSheet {
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    }

    /** Reads a host; changes nothing. */
    public static HostSheet of(Host host) {
        Map<String, String> facts =
                new LinkedHashMap<>(FingerprintReader.of(host, Map.of()).lines());
        KernelKind kernel = KernelKind.read(host);
        facts.put("kernel-release", kernel.release().or("unknown"));
        facts.put(KERNEL, kernel.known() ? kernel.realTime() ? RT : STOCK : "unknown");
        facts.put("kernel-kind", kernel.words());
        HostAudit.of(host, Profile.LAB, Duration.ZERO)
                .findings()
                .forEach(finding -> facts.put(
                        AUDIT + finding.item(), finding.severity().name().toLowerCase(Locale.ROOT)));
        return new HostSheet(facts);
    }

    /** The value in words that tell more than the value: of the kernel its release too. */
    String words(String fact) {
        String value = facts.getOrDefault(fact, "");
        return fact.equals(KERNEL) ? value + " (" + facts.getOrDefault("kernel-kind", "") + ")" : value;
    }
}
