package org.ticktoquote.analysis.summary;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.ticktoquote.analysis.summary.StaleFigures.Interval;

/**
 * Staleness of one pair at one session; see {@link StaleFigures}.
 *
 * @param session its position in the plan
 * @param lowerBound whether an age was still rising at the end, so that ages and times are lower bounds
 * @param beyondNs time beyond each threshold of the run's staleness, in its order
 * @param diagnostic true if the figure is diagnostic, as in the run's staleness
 */
public record StaleCell(
        int session,
        String symbol,
        Interval totalNs,
        Interval staleNs,
        Interval unansweredNs,
        boolean lowerBound,
        Interval max,
        Interval mean,
        List<Interval> beyondNs,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean diagnostic) {
    public StaleCell {
        beyondNs = List.copyOf(beyondNs);
    }
}
