package org.ticktoquote.host.command;

import java.util.List;
import java.util.Locale;
import org.ticktoquote.core.file.JsonText;
import org.ticktoquote.host.audit.Finding;
import org.ticktoquote.host.audit.HostAudit;
import org.ticktoquote.host.change.ChangeOutcome;
import org.ticktoquote.host.fingerprint.Fingerprint;

/** An audit as JSON; field names are stable. */
final class AuditJson {

    private AuditJson() {}

    /**
     * The document.
     *
     * @param fitness {@code fit}, {@code warnings} or {@code unfit}
     * @param exitStatus of the command
     */
    record Document(
            String profile,
            String fitness,
            int exitStatus,
            List<ChangeOutcome> changes,
            List<Line> findings,
            Fingerprint fingerprint) {}

    /** One finding; {@code severity} is {@code fit}, {@code note}, {@code unknown}, {@code warning} or {@code unfit}. */
    record Line(
            String item,
            String severity,
            boolean counts,
            String found,
            String wanted,
            String why,
            String how,
            boolean applies) {
        static Line of(Finding finding) {
            return new Line(
                    finding.item(),
                    finding.severity().word(),
                    finding.counts(),
                    finding.found(),
                    finding.wanted(),
                    finding.why(),
                    finding.how(),
                    !finding.settings().isEmpty());
        }
    }

    static String of(HostAudit audit, List<ChangeOutcome> changes, Fingerprint fingerprint) {
        Document document = new Document(
                audit.profile().name().toLowerCase(Locale.ROOT),
                audit.fitness().name().toLowerCase(Locale.ROOT),
                audit.fitness().exitStatus(),
                changes,
                audit.findings().stream().map(Line::of).toList(),
                fingerprint);
        return JsonText.pretty(document);
    }
}
