package org.ticktoquote.analysis.summary;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.LatencyFigures;

/**
 * Result of one session.
 *
 * @param tickOutcomes counts of the latest attribution, or the only one
 * @param tickOutcomesSoonest counts of the soonest attribution; null if there is only one
 */
public record SessionSummary(
        int index,
        String name,
        int tier,
        int pairs,
        TickOutcomes tickOutcomes,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable TickOutcomes tickOutcomesSoonest,
        SnapshotClasses snapshotClasses,
        SessionEvents events,
        LatencyFigures responseNs,
        StaleFigures stalenessNs) {}
