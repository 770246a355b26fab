package org.ticktoquote.harness.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.PercentileFigure;
import org.ticktoquote.analysis.summary.HarnessProcess;
import org.ticktoquote.analysis.summary.NullResponse;
import org.ticktoquote.analysis.summary.SelfAuditFigures;
import org.ticktoquote.analysis.summary.ShareFigures;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.summary.TailFigures;
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
        text.tail();
        return text.lines;
    }

    private void add(String form, Object... values) {
        lines.add(String.format(Locale.ROOT, form, values));
    }

    private void share() {
        NullResponse known = audit.harnessShare().nullResponder();
        if (known == null) {
            add("harness share: unknown on this host under this load; t2q run --harness-share measures it");
            return;
        }
        Map<String, Long> shares = named(audit.harnessShare().atMostNs());
        add(
                "harness share, at most: %s",
                shares.entrySet().stream()
                        .map(entry -> entry.getKey() + " " + DurationText.format(entry.getValue()))
                        .collect(Collectors.joining(", ")));
        PercentileFigure tail = summary.responseNs().p999();
        Long share = audit.harnessShare().atMostNs().p999();
        if (tail.high() != null && share != null) {
            add(
                    "of p99.9 = %s at most %s is the harness (null responder of %s, %,d responses)",
                    DurationText.format(tail.high()),
                    DurationText.format(share),
                    known.measuredAt()
                            .substring(0, Math.min(DATE, known.measuredAt().length())),
                    known.responses());
        }
    }

    /** In the order of the columns; what is refused is left out. */
    private static Map<String, Long> named(ShareFigures shares) {
        Map<String, Long> named = new LinkedHashMap<>();
        put(named, "p50", shares.p50());
        put(named, "p90", shares.p90());
        put(named, "p99", shares.p99());
        put(named, "p99.9", shares.p999());
        put(named, "p99.99", shares.p9999());
        put(named, "max", shares.max());
        return named;
    }

    private static void put(Map<String, Long> named, String name, @Nullable Long ns) {
        if (ns != null) {
            named.put(name, ns);
        }
    }

    private void stalls() {
        add(
                "harness stalls of %s and more: %s",
                DurationText.format(audit.stallLimitNs()),
                audit.harnessProcesses().stream().map(HarnessLines::stalls).collect(Collectors.joining(", ")));
    }

    private static String stalls(HarnessProcess process) {
        String longest =
                process.stalls() == 0 ? "" : " (longest " + DurationText.format(process.longestStallNs()) + ")";
        return String.format(Locale.ROOT, "%s %,d%s", process.process(), process.stalls(), longest);
    }

    private void tail() {
        TailFigures tail = audit.tail();
        add(
                "of %,d responses beyond p99.9, %,d left %s late or met a stall of the clients; the maximum %s",
                tail.beyondP999(),
                tail.touched(),
                DurationText.format(audit.stallLimitNs()),
                tail.maximumTouched() ? "did too" : "did not");
    }
}
