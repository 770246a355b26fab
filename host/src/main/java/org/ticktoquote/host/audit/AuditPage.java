package org.ticktoquote.host.audit;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.ticktoquote.analysis.report.ExperimentPage;
import org.ticktoquote.analysis.report.ExperimentPage.Section;
import org.ticktoquote.host.fingerprint.Fingerprint;

/** An audit as an offline page: every line with its reason, and the host's fingerprint. */
public final class AuditPage {
    private static final List<String> HEADS = List.of("item", "severity", "found", "wanted", "why", "change");

    private AuditPage() {}

    /** The page. */
    public static ExperimentPage of(Audit audit, Fingerprint fingerprint) {
        List<List<String>> findings = audit.findings().stream()
                .sorted(Comparator.comparing(Finding::severity).reversed())
                .map(AuditPage::row)
                .toList();
        List<List<String>> lines = fingerprint.lines().entrySet().stream()
                .map((Map.Entry<String, String> line) -> List.of(line.getKey(), line.getValue()))
                .toList();
        return new ExperimentPage(
                "t2q host",
                List.of("fingerprint " + fingerprint.hash()),
                AuditText.of(audit).get(0),
                List.of(
                        new Section("what was found", HEADS, findings, List.of(), List.of()),
                        new Section("fingerprint", List.of("line", "value"), lines, List.of(), List.of())));
    }

    private static List<String> row(Finding finding) {
        return List.of(
                finding.item(),
                finding.severity().word(),
                finding.found(),
                finding.wanted(),
                finding.why(),
                finding.how());
    }
}
