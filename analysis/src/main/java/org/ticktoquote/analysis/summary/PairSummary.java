package org.ticktoquote.analysis.summary;

import org.ticktoquote.analysis.distribution.LatencyFigures;

/** One pair's share of the result, over all sessions. */
public record PairSummary(
        int instrumentId,
        String symbol,
        long ticks,
        TickOutcomes tickOutcomes,
        LatencyFigures responseNs,
        StaleFigures stalenessNs) {}
