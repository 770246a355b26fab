package org.ticktoquote.harness.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.PercentileFigure;
import org.ticktoquote.analysis.report.HarnessShareText;
import org.ticktoquote.analysis.report.LatencyText;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.core.command.TextTable;

/** The latencies of a run, one a line, and the episodes behind what is unsupported. */
final class LatencyLines {
    private final Summary summary;
    private final List<String> unsupported = new ArrayList<>();

    private LatencyLines(Summary summary) {
        this.summary = summary;
    }

    static LatencyLines of(Summary summary) {
        return new LatencyLines(summary);
    }

    void writeTo(TextLines lines) {
        TextTable table = new TextTable(
                TextLines.LENGTH, List.of("", "count", "lost", "p50 ", "p90 ", "p99 ", "p99.9 ", "p99.99 ", "max"));
        summary.latencies().forEach((field, figures) -> {
            table.row(row(words(field), figures));
            if (field.equals("responseNs")
                    && !summary.selfAudit().harnessProcesses().isEmpty()) {
                table.row(harness());
            }
        });
        lines.add(table);
        if (summary.responsePublishedNs() != null) {
            lines.add("response and service count every tick as due: no model is declared (--composite)");
        }
        if (!unsupported.isEmpty()) {
            if (summary.responseNs().diagnostic()) {
                lines.add("* diagnostic: which ticks the snapshots reflect is not known; nothing is supported");
                return;
            }
            lines.add("* unsupported: fewer than 10 episodes lie beyond it (%s)", String.join("; ", unsupported));
        }
    }

    private List<String> row(String name, LatencyFigures figures) {
        List<String> cells = new ArrayList<>();
        cells.add(name);
        cells.add(LatencyText.count(figures));
        boolean atMost = figures.censored() > 0 && !summary.atMost(Rule.LOST).isEmpty();
        cells.add((atMost ? "<= " : "") + LatencyText.censored(figures));
        figures.percentiles()
                .forEach((percentile, figure) ->
                        cells.add(LatencyText.percentile(figures, percentile) + (thin(figures, figure) ? "*" : " ")));
        cells.add(LatencyText.max(figures));
        String episodes = figures.percentiles().entrySet().stream()
                .filter(percentile -> thin(figures, percentile.getValue()))
                .map(LatencyLines::episodes)
                .collect(Collectors.joining(", "));
        if (!episodes.isEmpty()) {
            unsupported.add(name + " " + episodes);
        }
        return cells;
    }

    /** What of each figure of the response can be the harness. */
    private List<String> harness() {
        HarnessShareText share = HarnessShareText.of(summary);
        List<String> cells = new ArrayList<>(List.of("  harness, at most", "", ""));
        HarnessShareText.PERCENTILES.forEach(level -> cells.add(share.atMost(level) + " "));
        cells.add(share.atMost(HarnessShareText.MAX));
        return cells;
    }

    private static boolean thin(LatencyFigures figures, PercentileFigure figure) {
        return figures.count() > 0 && !figure.supported();
    }

    private static String episodes(Map.Entry<String, PercentileFigure> percentile) {
        return percentile.getKey().replace('_', '.') + ": "
                + percentile.getValue().episodes();
    }

    /** {@code quoteAgeNs} as {@code quote age}. */
    private static String words(String field) {
        return field.replaceFirst("Ns$", "")
                .replaceAll("([A-Z])", " $1")
                .toLowerCase(Locale.ROOT)
                .replace("response published", "response (published)")
                .replace("fan out", "fan-out");
    }
}
