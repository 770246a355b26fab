package org.ticktoquote.analysis.report;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.RunAnalysis;
import org.ticktoquote.analysis.outliers.RunOutliers;

/**
 * Everything that the report of one run shows.
 *
 * @param analysis manifest, figures and curves
 * @param timeLine by rising time; empty when there is none
 * @param outliers its late ticks, where anybody looked for them
 * @param values of the last client over time; null without them
 * @param parts the same of pairs and sessions; null likewise
 */
public record ReportData(
        RunAnalysis analysis,
        List<TimeBucket> timeLine,
        Optional<RunOutliers> outliers,
        @Nullable ValuesInTime values,
        @Nullable PartsInTime parts) {
    public ReportData {
        timeLine = List.copyOf(timeLine);
    }

    /** Without a picture of all values. */
    public ReportData(RunAnalysis analysis, List<TimeBucket> timeLine, Optional<RunOutliers> outliers) {
        this(analysis, timeLine, outliers, null, null);
    }
}
