package org.ticktoquote.analysis.report;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.RunAnalysis;
import org.ticktoquote.analysis.outliers.RunOutliers;

/**
 * Contents of the report of one run.
 *
 * @param analysis manifest, figures and curves
 * @param timeLine buckets in time order; can be empty
 * @param outliers late ticks, if they were analysed
 * @param values responses of the last client over time, or null
 * @param parts time lines of pairs and sessions, or null
 */
public record ReportData(
        RunAnalysis analysis,
        List<TimeBucket> timeLine,
        Optional<RunOutliers> outliers,
        @Nullable ResponseHeatMap values,
        @Nullable BreakdownTimeLines parts) {
    public ReportData {
        timeLine = List.copyOf(timeLine);
    }

    /** Returns a copy with late ticks. */
    ReportData with(RunOutliers late) {
        return new ReportData(analysis, timeLine, Optional.of(late), values, parts);
    }
}
