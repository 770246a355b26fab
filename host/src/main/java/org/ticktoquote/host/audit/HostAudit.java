package org.ticktoquote.host.audit;

import java.time.Duration;
import java.util.List;
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
    public HostAudit {
        findings = List.copyOf(findings);
    }

    /** Looks at a host, for {@code watched} long where two moments are needed; changes nothing. */
    public static HostAudit of(Host host, Profile profile, Duration watched) {
        View view = View.of(host, profile, watched);
        return new HostAudit(
                profile,
                AuditLines.of(Adapter.read(host)).stream()
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
}
