package org.ticktoquote.host.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.ticktoquote.core.yaml.Key;
import org.ticktoquote.host.audit.Finding.Severity;
import org.ticktoquote.host.change.HostChanges.ChangeOutcome;
import org.ticktoquote.host.fingerprint.Fingerprint;
import org.ticktoquote.report.Report;
import org.ticktoquote.report.Section;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Columns;
import org.ticktoquote.report.table.Table;

/**
 * Formats an audit for a terminal, as a page and as JSON. Terminal text is at most 120 columns wide, worst findings first.
 */
public final class AuditText {
    static final int WIDTH = 120;
    private static final String MARGIN = " ".repeat(9);
    private static final String HANGING = " ".repeat(17);
    private static final ObjectWriter WRITER = JsonMapper.builder().build().writerWithDefaultPrettyPrinter();

    private final HostAudit audit;
    private final int nameWidth;
    private final List<String> lines = new ArrayList<>();

    private AuditText(HostAudit audit) {
        this.audit = audit;
        this.nameWidth = audit.findings().stream()
                .mapToInt(finding -> finding.item().length())
                .max()
                .orElse(0);
    }

    /** Returns the lines for a terminal: a paragraph per finding that needs attention, one line per other finding. */
    public static List<String> of(HostAudit audit) {
        AuditText text = new AuditText(audit);
        text.headline();
        text.sorted().filter(Finding::needsAttention).forEach(text::paragraph);
        text.lines.add("");
        text.sorted().filter(finding -> !finding.needsAttention()).forEach(text::line);
        return text.lines;
    }

    private Stream<Finding> sorted() {
        return audit.findings().stream()
                .sorted(Comparator.comparing(Finding::severity).reversed());
    }

    private void headline() {
        lines.add(String.format(
                Locale.ROOT,
                "%s for %s: unfit %d, warnings %d, unknown %d, notes %d, fit %d",
                audit.fitness().description(),
                audit.profile().name().toLowerCase(Locale.ROOT),
                audit.count(Severity.UNFIT),
                audit.count(Severity.WARNING),
                audit.count(Severity.UNKNOWN),
                audit.count(Severity.NOTE),
                audit.count(Severity.FIT)));
    }

    private void paragraph(Finding finding) {
        lines.add("");
        wrap(
                String.format(Locale.ROOT, "%-9s%s: %s", finding.severity().word(), finding.item(), found(finding)),
                HANGING);
        wrap(MARGIN + "wanted  " + finding.wanted(), HANGING);
        wrap(MARGIN + "why     " + finding.why(), HANGING);
        if (!finding.how().isEmpty()) {
            wrap(MARGIN + "change  " + finding.how(), HANGING);
        }
    }

    private void line(Finding finding) {
        String form = "%-9s%-" + nameWidth + "s  ";
        String start = String.format(Locale.ROOT, form, finding.severity().word(), finding.item());
        boolean fit = finding.severity() == Severity.FIT;
        wrap(start + found(finding) + (fit ? "" : "; wanted: " + finding.wanted()), " ".repeat(start.length()));
    }

    /** Removes the prefix that repeats the severity. */
    private static String found(Finding finding) {
        return finding.found().replaceFirst("^" + CheckResult.UNKNOWN, "");
    }

    /** Breaks lines at white space; splits only words that are longer than a line. */
    private void wrap(String text, String indent) {
        String rest = text.replaceAll("\\p{Cc}", "?"); // process names can contain control characters
        while (rest.length() > WIDTH) {
            int space = rest.lastIndexOf(' ', WIDTH);
            int end = space > indent.length() ? space : WIDTH;
            lines.add(rest.substring(0, end).stripTrailing());
            rest = indent + rest.substring(end).stripLeading();
        }
        lines.add(rest.stripTrailing());
    }

    public static Report page(HostAudit audit, Fingerprint fingerprint) {
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
        return Report.ofExperiment(
                "t2q host",
                List.of("fingerprint " + fingerprint.hash()),
                AuditText.of(audit).get(0),
                List.of(Section.plain("what was found", findings), Section.plain("fingerprint", lines)));
    }

    /** Returns the JSON document of {@code t2q host --json}. */
    public static String json(HostAudit audit, List<ChangeOutcome> changes, Fingerprint fingerprint) {
        Map<String, Object> document = Key.ordered(
                "profile", audit.profile().name().toLowerCase(Locale.ROOT),
                "fitness", audit.fitness().name().toLowerCase(Locale.ROOT),
                "exitStatus", audit.fitness().exitStatus(),
                "changes", changes,
                "findings", audit.findings().stream().map(AuditText::members).toList(),
                "fingerprint", fingerprint);
        try {
            return WRITER.writeValueAsString(document);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Map<String, Object> members(Finding finding) {
        return Key.ordered(
                "item", finding.item(),
                "severity", finding.severity().word(),
                "counts", finding.counts(),
                "found", finding.found(),
                "wanted", finding.wanted(),
                "why", finding.why(),
                "how", finding.how(),
                "applies", !finding.settings().isEmpty());
    }
}
