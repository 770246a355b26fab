package org.ticktoquote.harness.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.ticktoquote.analysis.report.Trust;
import org.ticktoquote.analysis.summary.HarnessProcess;
import org.ticktoquote.analysis.summary.NullResponse;
import org.ticktoquote.analysis.summary.SelfAuditFigures;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.core.command.DurationText;

/** What the harness itself may have done to the response, as text for a terminal. */
final class HarnessLines {
    private static final int DATE = 10;

    private final Summary summary;
    private final SelfAuditFigures audit;
    private final List<String> lines = new ArrayList<>();

    private HarnessLines(Summary summary) {
        this.summary = summary;
        this.audit = summary.selfAudit();
    }

    /** The lines, an empty one first; none when nothing was audited. */
    static List<String> of(Summary summary) {
        HarnessLines text = new HarnessLines(summary);
        if (text.audit.harnessProcesses().isEmpty()) {
            return List.of();
        }
        text.lines.add("");
        text.share();
        text.stalls();
        text.collections();
        text.tail();
        return text.lines;
    }

    private void add(String form, Object... values) {
        lines.add(String.format(Locale.ROOT, form, values));
    }

    /** The bound itself stands in the table, under the response. */
    private void share() {
        NullResponse known = audit.harnessShare().nullResponder();
        if (known == null) {
            add("harness, at most: unknown on this host under this load; t2q run --harness-share measures it");
            return;
        }
        add(
                "harness, at most: by the null responder of %s, %,d responses under the same load",
                known.measuredAt()
                        .substring(0, Math.min(DATE, known.measuredAt().length())),
                known.responses());
    }

    private void stalls() {
        add(
                "harness stalls of %s and more: %s",
                DurationText.format(audit.stallLimitNs()),
                audit.harnessProcesses().stream().map(HarnessLines::stalls).collect(Collectors.joining(", ")));
    }

    private void collections() {
        add(
                "collections in the measured part: %s",
                audit.harnessProcesses().stream()
                        .map(process -> process.process() + " " + process.gcPauses())
                        .collect(Collectors.joining(", ")));
    }

    private static String stalls(HarnessProcess process) {
        String longest =
                process.stalls() == 0 ? "" : " (longest " + DurationText.format(process.longestStallNs()) + ")";
        return String.format(Locale.ROOT, "%s %,d%s", process.process(), process.stalls(), longest);
    }

    private void tail() {
        String tail = Trust.tail(summary);
        if (!tail.isEmpty()) {
            lines.add(tail);
        }
    }
}
