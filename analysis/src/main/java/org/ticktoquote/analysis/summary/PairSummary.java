package org.ticktoquote.analysis.summary;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.LatencyFigures;

/**
 * Result of one pair, over all sessions.
 *
 * @param tickOutcomes counts of the latest attribution, or the only one
 * @param tickOutcomesSoonest counts of the soonest attribution; null if there is only one
 * @param noPriceNs time without a price of the pair after a withdrawal, summed over sessions
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
