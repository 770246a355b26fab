package org.ticktoquote.analysis.summary;

import org.ticktoquote.analysis.distribution.LatencyFigures;

/** One session's share of the result. */
public record SessionSummary(
        int index,
        String name,
        int tier,
        int pairs,
        TickOutcomes tickOutcomes,
        SnapshotClasses snapshotClasses,
        SessionEvents events,
        LatencyFigures responseNs,
        StaleFigures stalenessNs) {}
