package org.ticktoquote.analysis.report;

import java.util.List;
import org.ticktoquote.analysis.RunAnalysis;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.core.run.RunManifest;

/** The report of one run in the words of its templates. */
record RunPage(
        String title,
        String subtitle,
        String tail,
        String environment,
        VerdictMark verdict,
        List<ResultTables.Headline> headlines,
        List<RunFacts.Fact> load,
        List<RunFacts.Fact> measurement,
        List<RunFacts.Fact> host,
        List<RunFacts.Fact> disturbances,
        CurvesChart curves,
        Table latencies,
        Table outcomes,
        Table classes,
        Table staleAges,
        Table staleThresholds,
        Table stalePairs,
        Table staleSessions,
        StaleChart staleChart,
        boolean hasStaleness,
        Table learned,
        String learnedSentence,
        boolean learnedRefused,
        String timeLineJson,
        String announcement,
        boolean hasTimeLine,
        Table drift,
        Table sessions,
        Table pairs,
        Table processes,
        Table limits,
        HarnessPart harness) {
    static RunPage of(ReportData data) {
        RunAnalysis analysis = data.analysis();
        Summary summary = analysis.summary();
        RunManifest manifest = analysis.manifest();
        StaleTables stale = new StaleTables(summary);
        return new RunPage(
                summary.runId(),
                "tick-to-quote run, started " + summary.startedAt() + ": " + Figures.count(summary.ticks()) + " ticks, "
                        + summary.sessions() + " sessions x " + summary.pairs() + " pairs, matched by "
                        + summary.matchedBy(),
                Trust.tail(summary),
                Environment.of(manifest, summary),
                VerdictMark.of(summary),
                ResultTables.headlines(summary),
                RunFacts.load(manifest, summary),
                RunFacts.measurement(manifest, summary),
                RunFacts.host(manifest),
                RunFacts.disturbances(manifest),
                CurvesChart.of("curves", "Percentile curves", analysis.curves(), analysis.soonestCurves()),
                ResultTables.latencies(summary),
                ResultTables.outcomes(summary),
                ResultTables.classes(summary),
                stale.ages(),
                stale.thresholds(),
                stale.pairs(),
                stale.sessions(),
                StaleChart.of(analysis.beyond(), analysis.soonestBeyond()),
                summary.stalenessNs().totalNs().high() > 0,
                LearnedTable.of(summary),
                LearnedTable.sentence(summary),
                summary.model().learned().stream().anyMatch(prices -> !prices.accepted()),
                ChartData.timeLine(data.timeLine()),
                Announcement.of(manifest).runSeconds(manifest.replay()),
                !data.timeLine().isEmpty(),
                DriftText.table(summary.measuredPart().drift()),
                BreakdownTables.sessions(summary),
                BreakdownTables.pairs(summary),
                BreakdownTables.processes(manifest.processes()),
                BreakdownTables.limits(summary),
                HarnessPart.of(summary));
    }
}
