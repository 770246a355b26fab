package org.ticktoquote.analysis.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.analysis.RunAnalysis;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.core.command.Counted;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.report.Block;
import org.ticktoquote.report.Report;
import org.ticktoquote.report.Section;

/** The report of one run: the same data give the same page. */
public final class RunReport {
    private RunReport() {}

    /** The page. */
    public static String html(ReportData data) {
        return of(data).html();
    }

    /** Writes the page whole or not at all. */
    public static void write(ReportData data, Path file) {
        of(data).write(file);
    }

    private static Report of(ReportData data) {
        Summary summary = data.analysis().summary();
        VerdictMark verdict = new VerdictMark(summary);
        List<Section> sections = new ArrayList<>(List.of(
                Section.untitled(
                        "Percentile curves",
                        Charts.latencies(
                                data.analysis().curves(),
                                data.analysis().soonestCurves(),
                                summary.counts().tickOutcomesAtMost().contains(Rule.LOST))),
                Section.untitled(
                        "Headline figures",
                        new Block.Tiles(new Latencies(summary).headlines()),
                        new Block.Text(
                                "environment hint",
                                Environment.of(data.analysis().manifest(), summary)))));
        sections.addAll(folding(data));
        return new Report(
                summary.about().runId() + " · " + verdict.name(),
                "run",
                summary.about().runId(),
                List.of("tick-to-quote run, started " + summary.about().startedAt() + ": " + population(summary)
                        + ", matched by " + summary.measured().matchedBy()),
                verdict.verdict(NextStep.of(
                        summary, data.analysis().manifest().observed().host(), "RUN")),
                sections);
    }

    static String population(Summary summary) {
        return Counted.of(summary.measured().ticks(), "tick") + ", "
                + Counted.of(summary.measured().sessions(), "session") + " x "
                + Counted.of(summary.measured().pairs(), "pair");
    }

    /** All that there is something to say about, in the order of the page. */
    private static List<Section> folding(ReportData data) {
        RunAnalysis analysis = data.analysis();
        Summary summary = analysis.summary();
        RunManifest manifest = analysis.manifest();
        VerdictMark verdict = new VerdictMark(summary);
        StalenessTables staleness = new StalenessTables(summary);
        HarnessAudit harness = new HarnessAudit(summary);
        Prices prices = new Prices(summary);
        List<Section> sections = new ArrayList<>();
        if (verdict.hasReasons()) {
            sections.add(verdict.section());
        }
        ServiceLevelTables levels = new ServiceLevelTables(summary);
        if (levels.any()) {
            sections.add(levels.section());
        }
        sections.add(new Latencies(summary).section(!analysis.soonestCurves().isEmpty()));
        sections.add(Outcomes.section(summary));
        analysis.wire().ifPresent(wire -> sections.add(new WireTables(wire).section()));
        boolean attributed = summary.counts().tickOutcomes().unknown() == 0;
        if (attributed && !data.timeLine().isEmpty()) {
            sections.add(timeLine(data));
        }
        data.outliers()
                .filter(outliers -> attributed)
                .map(outliers -> new OutlierTables(outliers, data.values()))
                .filter(OutlierTables::any)
                .ifPresent(late -> sections.add(late.section()));
        if (!summary.execution().measuredPart().drift().tenths().isEmpty()) {
            sections.add(DriftTable.section(summary));
        }
        if (staleness.any()) {
            sections.add(staleness.section(analysis));
        }
        if (harness.any()) {
            sections.add(harness.section());
        }
        sections.add(
                Breakdown.section(summary, RunPictures.multiples(manifest, summary, attributed ? data.parts() : null)));
        if (prices.any()) {
            sections.add(prices.section());
        }
        sections.add(RunFacts.settings(manifest, summary));
        sections.add(RunFacts.machine(manifest, summary));
        return sections;
    }

    private static Section timeLine(ReportData data) {
        RunManifest manifest = data.analysis().manifest();
        return Section.of(
                "over-time",
                "Time line",
                "tick rate, worst response and worst replay lag over the run",
                Charts.timeLine(
                        data.timeLine(),
                        data.analysis().summary().execution().selfAudit().stalls(),
                        Announcement.of(manifest).runSeconds(manifest.replay())));
    }
}
