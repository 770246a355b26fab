package org.ticktoquote.analysis.report;

import java.util.List;
import java.util.Optional;
import org.ticktoquote.analysis.RunAnalysis;
import org.ticktoquote.analysis.outliers.RunOutliers;

/**
 * Everything that the report of one run shows.
 *
 * @param analysis manifest, figures and curves
 * @param timeLine by rising time; empty when there is none
 * @param outliers its late ticks, where anybody looked for them
 */
public record ReportData(RunAnalysis analysis, List<TimeBucket> timeLine, Optional<RunOutliers> outliers) {
    public ReportData {
        timeLine = List.copyOf(timeLine);
    }
}
