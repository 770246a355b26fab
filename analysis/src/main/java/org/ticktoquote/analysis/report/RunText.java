package org.ticktoquote.analysis.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ticktoquote.analysis.RunAnalysis;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.analysis.wire.WireFigures;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.table.TextLines;

/**
 * Formats the result of a run for a terminal: every figure with name, unit, population and count.
 *
 * <p>The short form omits staleness, drift and the harness's own audit.
 */
public final class RunText {
    private static final String THREADS = "threads";
    private static final String HOSTS = "hosts";

    private RunText() {}

    /** Returns all lines for a run whose host facts and path are unknown. */
    static List<String> of(Summary summary) {
        return of(summary, Map.of(), "RUN");
    }

    /** Returns the lines of a run at a path. */
    public static List<String> of(RunAnalysis run, String path, boolean verbose) {
        return of(run.summary(), run.manifest().observed().host(), path, run.wire(), verbose);
    }

    /** Returns all lines with host facts, such as thread placement, and with the path of the run. */
    public static List<String> of(Summary summary, Map<String, String> host, String run) {
        return of(summary, host, run, Optional.empty(), true);
    }

    static List<String> of(
            Summary summary, Map<String, String> host, String run, Optional<WireFigures> wire, boolean verbose) {
        TextLines lines = new TextLines();
        VerdictMark verdict = new VerdictMark(summary);
        lines.add(
                "%s  %s in profile %s",
                summary.about().runId(), verdict.name(), summary.about().profile());
        verdict.sentences().forEach(sentence -> lines.add("%s", sentence));
        lines.add("next: %s", NextStep.of(summary, host, run).text());
        population(summary, lines);
        Outcomes.print(summary, lines);
        if (host.containsKey(HOSTS)) {
            lines.add("hosts: %s", host.get(HOSTS));
            lines.add("clocks: %s", clocks(summary));
        }
        if (host.containsKey(THREADS)) {
            lines.add("threads: %s", host.get(THREADS));
        }
        new Prices(summary).print(lines);
        lines.blank();
        new Latencies(summary).print(lines);
        CaptureNotes.of(host).forEach(note -> lines.add("note: %s", note));
        wire.ifPresent(figures -> new WireTables(figures).print(lines));
        if (verbose) {
            details(summary, lines);
        }
        ServiceLevelTables levels = new ServiceLevelTables(summary);
        if (levels.any()) {
            levels.print(lines);
        }
        verdict.print(lines);
        return lines.all();
    }

    private static void details(Summary summary, TextLines lines) {
        String drift = DriftTable.line(summary.execution().measuredPart().drift());
        if (!drift.isEmpty()) {
            lines.add("%s", drift);
        }
        StalenessTables staleness = new StalenessTables(summary);
        if (staleness.any()) {
            staleness.print(lines);
        } else if (summary.figures().stalenessNs().diagnostic()) {
            lines.blank();
            lines.add("staleness is unknown, as the outcomes of the ticks are unknown");
        }
        HarnessAudit harness = new HarnessAudit(summary);
        if (harness.any()) {
            harness.print(lines);
        }
    }

    private static void population(Summary summary, TextLines lines) {
        lines.add(
                "%s, matched by %s, %s",
                RunReport.population(summary),
                summary.measured().matchedBy(),
                CountText.of(summary.counts().snapshotClasses().total(), "snapshot"));
        lines.add("%s", summary.measured().window().text());
        long withdrawn = summary.counts().snapshotClasses().withdrawn();
        if (withdrawn > 0) {
            lines.add(
                    "%s showed no price and answer no tick; sessions x pairs were without a price for %s in total",
                    CountText.of(withdrawn, "snapshot"),
                    Figures.duration(summary.behaviour().sessionEvents().noPriceNs()));
        }
        long onlyZeroSizes = summary.behaviour().sessionEvents().onlyZeroSizes();
        if (onlyZeroSizes > 0) {
            lines.add(
                    "%s had only levels of size 0, treated as no price; if they are prices, set 'zeroSize: price' in the session template",
                    CountText.of(onlyZeroSizes, "snapshot"));
        }
    }

    private static String clocks(Summary summary) {
        return summary.limits().stream()
                .filter(limit -> limit.rule().equals(Rule.CLOCK_BOUND))
                .findFirst()
                .map(limit -> "offset between clients and replayer known to "
                        + DurationText.format((long) limit.value()) + ", an error of every response")
                .orElse("replayer and clients use the same clock");
    }
}
