package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.analysis.RunAnalysis;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.core.command.Counted;
import org.ticktoquote.core.run.RunManifest;

/**
 * The report of one run in the words of its template.
 *
 * @param next what helps most
 * @param environment on what it was measured, in one line
 * @param headlines the figures that a reader looks for first
 * @param sections what folds, from top to bottom
 */
record RunPage(
        String title,
        String subtitle,
        VerdictMark verdict,
        NextStep next,
        CurvesChart curves,
        List<Latencies.Headline> headlines,
        String environment,
        List<Section> sections) {
    static RunPage of(ReportData data) {
        RunAnalysis analysis = data.analysis();
        Summary summary = analysis.summary();
        return new RunPage(
                summary.about().runId(),
                "tick-to-quote run, started " + summary.about().startedAt() + ": " + population(summary)
                        + ", matched by " + summary.measured().matchedBy(),
                new VerdictMark(summary),
                NextStep.of(summary, analysis.manifest().observed().host(), "RUN"),
                CurvesChart.of(
                        "curves",
                        "Percentile curves",
                        analysis.curves(),
                        analysis.soonestCurves(),
                        summary.counts().tickOutcomesAtMost().contains(Rule.LOST)),
                new Latencies(summary).headlines(),
                Environment.of(analysis.manifest(), summary),
                sections(data));
    }

    static String population(Summary summary) {
        return Counted.of(summary.measured().ticks(), "tick") + ", "
                + Counted.of(summary.measured().sessions(), "session") + " x "
                + Counted.of(summary.measured().pairs(), "pair");
    }

    /** All that there is something to say about, in the order of the page. */
    private static List<Section> sections(ReportData data) {
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
                .map(outliers -> new OutlierTables(outliers, HeatMap.of(outliers, data.values())))
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
                Breakdown.section(summary, SmallMultiples.of(manifest, summary, attributed ? data.parts() : null)));
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
                new Section.TimeLineChart(
                        ChartData.timeLine(data.timeLine()),
                        ChartData.stalls(data.analysis()
                                .summary()
                                .execution()
                                .selfAudit()
                                .stalls()),
                        Announcement.of(manifest).runSeconds(manifest.replay())));
    }
}
