package org.ticktoquote.analysis.report;

import java.util.Optional;
import org.ticktoquote.analysis.Analysis;
import org.ticktoquote.analysis.RunAnalysis;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.analysis.outliers.Outliers;
import org.ticktoquote.analysis.outliers.RunOutliers;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.analysis.wire.WireComparison;
import org.ticktoquote.analysis.wire.WireFigures;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/** Derives the files of a run from its journals: figures, curves and report. */
public final class RunFiles {
    private RunFiles() {}

    /**
     * Derives all files. The same journals yield the same bytes.
     *
     * @return the figures, with the manifest
     */
    public static RunAnalysis derive(RunDirectory directory) {
        return derive(directory, Workers.ofProcessors());
    }

    /** Derives all files on a number of threads. */
    public static RunAnalysis derive(RunDirectory directory, Workers workers) {
        Analysis analysis = Analysis.of(directory.path(), workers);
        try (TickResults results = TickResults.open(
                directory.tickResults(), analysis.result().manifest().identity())) {
            RunAnalysis result = analysis.result().with(wire(directory, analysis.result(), workers));
            ReportData data = workers.both(
                    () -> late(directory, analysis, results),
                    () -> {
                        analysis.writeFiles();
                        return charts(result, results);
                    },
                    (late, charts) -> charts.with(late));
            RunReport.write(data, directory.report());
            ServiceLevelTables.write(
                    analysis.result().summary().findings().serviceLevels(), directory.serviceLevelSuite());
            return result;
        }
    }

    /** Compares a run with its capture, after deriving the files of the capture's run; empty without a capture. */
    private static Optional<WireFigures> wire(RunDirectory directory, RunAnalysis own, Workers workers) {
        if (!WireComparison.isOf(directory)) {
            return Optional.empty();
        }
        RunAnalysis captured = derive(directory.wire(), workers);
        return Optional.of(WireComparison.write(
                directory, own.manifest(), captured.summary().findings()));
    }

    private static RunOutliers late(RunDirectory directory, Analysis analysis, TickResults results) {
        RunManifest manifest = analysis.result().manifest();
        Verdict validity = analysis.result().summary().findings().validity();
        RunOutliers late = RunOutliers.of(directory, manifest, validity, analysis.statistics(), results);
        Annualisation annual = Annualisation.of(manifest.declared().annual());
        Outliers.ofRun(late, annual).write(directory.outliers());
        return late;
    }

    /** Returns the report's data without late ticks, with the chart data from all ticks. */
    private static ReportData charts(RunAnalysis analysis, TickResults results) {
        return new ReportData(
                analysis,
                TimeBucket.of(results),
                Optional.empty(),
                ResponseHeatMap.of(results),
                BreakdownTimeLines.of(results));
    }
}
