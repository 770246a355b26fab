package org.ticktoquote.host.audit;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.ticktoquote.analysis.report.ExperimentPage;
import org.ticktoquote.analysis.report.ExperimentPage.Section;
import org.ticktoquote.core.table.Cell;
import org.ticktoquote.core.table.Columns;
import org.ticktoquote.core.table.Table;
import org.ticktoquote.host.fingerprint.Fingerprint;

/** An audit as an offline page: every line with its reason, and the host's fingerprint. */
public final class AuditPage {
    private AuditPage() {}

    /** The page. */
    public static ExperimentPage of(HostAudit audit, Fingerprint fingerprint) {
        List<Finding> worstFirst = audit.findings().stream()
                .sorted(Comparator.comparing(Finding::severity).reversed())
                .toList();
        Table findings = Columns.of("item", Finding::item)
                .add("severity", finding -> Cell.text(finding.severity().word()))
                .add("found", finding -> Cell.text(finding.found()))
                .add("wanted", finding -> Cell.text(finding.wanted()))
                .add("why", finding -> Cell.text(finding.why()))
                .add("change", finding -> Cell.text(finding.how()))
                .table("", "", "", worstFirst);
        Table lines = Columns.<Map.Entry<String, String>>of("line", Map.Entry::getKey)
                .add("value", line -> Cell.text(line.getValue()))
                .table("", "", "", List.copyOf(fingerprint.lines().entrySet()));
        return new ExperimentPage(
                "t2q host",
                List.of("fingerprint " + fingerprint.hash()),
                AuditText.of(audit).get(0),
                List.of(Section.of("what was found", findings), Section.of("fingerprint", lines)));
    }
}
