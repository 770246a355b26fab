package org.ticktoquote.analysis.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ticktoquote.analysis.RunAnalysis;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.report.Block;
import org.ticktoquote.report.Report;
import org.ticktoquote.report.Section;

/** HTML report of one run. The same data yield the same page. */
public final class RunReport {
    private RunReport() {}

    /** Returns the page. */
    public static String html(ReportData data) {
        return of(data).html();
    }

    /** Writes the page atomically. */
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
                                RunFacts.environment(data.analysis().manifest(), summary)))));
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
        return CountText.of(summary.measured().ticks(), "tick") + ", "
                + CountText.of(summary.measured().sessions(), "session") + " x "
                + CountText.of(summary.measured().pairs(), "pair");
    }

    /** Returns the non-empty sections in page order. */
    private static List<Section> folding(ReportData data) {
        RunAnalysis analysis = data.analysis();
        Summary summary = analysis.summary();
        RunManifest manifest = analysis.manifest();
        VerdictMark verdict = new VerdictMark(summary);
        boolean attributed = summary.counts().tickOutcomes().unknown() == 0;
        return Stream.of(
                        verdict.section(),
                        new ServiceLevelTables(summary).section(),
                        Optional.of(new Latencies(summary)
                                .section(!analysis.soonestCurves().isEmpty())),
                        Optional.of(Outcomes.section(summary)),
                        analysis.wire().map(wire -> new WireTables(wire).section()),
                        Optional.of(data)
                                .filter(run -> attributed && !run.timeLine().isEmpty())
                                .map(RunReport::timeLine),
                        data.outliers()
                                .filter(outliers -> attributed && outliers.late() > 0)
                                .map(outliers -> new OutlierTables(outliers, data.values()).section()),
                        DriftTable.section(summary),
                        new StalenessTables(summary).section(analysis),
                        new HarnessAudit(summary).section(),
                        Optional.of(Breakdown.section(
                                summary, RunPictures.multiples(manifest, summary, attributed ? data.parts() : null))),
                        new Prices(summary).section(),
                        Optional.of(RunFacts.settings(manifest, summary)),
                        Optional.of(RunFacts.machine(manifest, summary)))
                .flatMap(Optional::stream)
                .toList();
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
                        Announcement.of(manifest).runSeconds(manifest)));
    }
}
