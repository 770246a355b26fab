package org.ticktoquote.analysis.report;

import java.util.List;
import org.ticktoquote.analysis.RunAnalysis;

/**
 * Everything that the report of one run shows.
 *
 * @param analysis manifest, figures and curves
 * @param timeLine by rising time; empty when there is none
 */
public record ReportData(RunAnalysis analysis, List<TimeBucket> timeLine) {
    public ReportData {
        timeLine = List.copyOf(timeLine);
    }
}
