package org.ticktoquote.harness.command;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.PercentileFigure;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.command.DurationText;

/** A run's result as text for a terminal: every figure with name, unit, population and count. */
final class ResultTable {
    private static final String REFUSED = "> drain";
    /** Rules whose values are nanoseconds. */
    private static final Set<String> TIMES = Set.of(
            Rule.REPLAY_LAG_MAX,
            Rule.CLOCK_STEP,
            Rule.REPLAYER_STALL,
            Rule.CLIENTS_STALL,
            Rule.HARNESS_STALL,
            Rule.GC_PAUSE);

    private final Summary summary;
    private final List<String> lines = new ArrayList<>();
    private boolean unsupported;

    private ResultTable(Summary summary) {
        this.summary = summary;
    }

    /** The lines of the table. */
    static List<String> of(Summary summary) {
        ResultTable table = new ResultTable(summary);
        table.verdict();
        table.population();
        table.latencies();
        table.lines.addAll(HarnessLines.of(summary));
        table.reasons();
        return table.lines;
    }

    private void add(String form, Object... values) {
        lines.add(String.format(Locale.ROOT, form, values));
    }

    private void verdict() {
        add(
                "%s  %s%s",
                summary.runId(),
                summary.validity(),
                switch (summary.validity()) {
                    case VOID -> ": the figures below are diagnostics, not results";
                    case FAILED -> ": the application did it";
                    default -> "";
                });
    }

    private void population() {
        TickOutcomes outcomes = summary.tickOutcomes();
        add(
                "%,d ticks, %d sessions x %d pairs, matched by %s, %,d snapshots",
                summary.ticks(),
                summary.sessions(),
                summary.pairs(),
                summary.matchedBy(),
                summary.snapshotClasses().total());
        add(
                "outcomes of %,d ticks x sessions: published %,d, conflated %,d, skipped %,d, unchanged %,d, lost %,d,"
                        + " excluded %,d",
                outcomes.total(),
                outcomes.published(),
                outcomes.conflated(),
                outcomes.skipped(),
                outcomes.unchanged(),
                outcomes.lost(),
                outcomes.excluded());
    }

    private void latencies() {
        add("");
        add(
                "%-20s %10s %8s %9s %9s %9s %9s %9s %9s",
                "", "count", "lost", "p50", "p90", "p99", "p99.9", "p99.99", "max");
        for (Map.Entry<String, LatencyFigures> entry : summary.latencies().entrySet()) {
            row(words(entry.getKey()), entry.getValue());
        }
        if (unsupported) {
            add("* unsupported: fewer than 10 episodes lie beyond it");
        }
    }

    private void row(String name, LatencyFigures figures) {
        List<String> cells = new ArrayList<>();
        figures.percentiles().values().forEach(figure -> cells.add(cell(figure)));
        add(
                "%-20s %,10d %,8d %9s %9s %9s %9s %9s %9s",
                name,
                figures.measured() + figures.censored(),
                figures.censored(),
                cells.get(0),
                cells.get(1),
                cells.get(2),
                cells.get(3),
                cells.get(4),
                figures.measured() == 0 ? "-" : bound(figures.max()));
    }

    private String cell(PercentileFigure figure) {
        if (figure.low() == null) {
            return "-";
        }
        unsupported |= !figure.supported();
        return bound(figure.high()) + (figure.supported() ? " " : "*");
    }

    private static String bound(@Nullable Long ns) {
        return ns == null ? REFUSED : DurationText.format(ns);
    }

    /** {@code quoteAgeNs} as {@code quote age}. */
    private static String words(String field) {
        return field.replaceFirst("Ns$", "")
                .replaceAll("([A-Z])", " $1")
                .toLowerCase(Locale.ROOT)
                .replace("response published", "response (published)")
                .replace("fan out", "fan-out");
    }

    /** The limit in the unit of its value; nothing where the value only says yes. */
    private static String limit(Reason reason) {
        if (reason.limit() == 0 && reason.value() == 1) {
            return "";
        }
        String limit = TIMES.contains(reason.rule())
                ? DurationText.format((long) reason.limit())
                : BigDecimal.valueOf(reason.limit()).stripTrailingZeros().toPlainString();
        return " Limit: " + limit + ".";
    }

    private void reasons() {
        if (summary.validity() == Verdict.VALID) {
            return;
        }
        add("");
        summary.reasons()
                .forEach(reason -> add("%-8s %s: %s%s", reason.verdict(), reason.rule(), reason.text(), limit(reason)));
    }
}
