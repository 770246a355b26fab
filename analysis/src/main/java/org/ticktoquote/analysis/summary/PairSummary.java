package org.ticktoquote.analysis.summary;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.LatencyFigures;

/**
 * One pair's share of the result, over all sessions.
 *
 * @param tickOutcomes where snapshots do not name their ticks, under the attribution that answers latest
 * @param tickOutcomesSoonest under the one that answers soonest; null where there is only one
 * @param noPriceNs time for which a session had no price of the pair after one was withdrawn, over all of them
 */
public record PairSummary(
        int instrumentId,
        String symbol,
        long ticks,
        TickOutcomes tickOutcomes,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable TickOutcomes tickOutcomesSoonest,
        LatencyFigures responseNs,
        StaleFigures stalenessNs,
        long noPriceNs) {}
