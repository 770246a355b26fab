package org.ticktoquote.analysis.observation;

import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.schedule.SentTicks;
import org.ticktoquote.analysis.summary.ModelFigures;
import org.ticktoquote.analysis.summary.SessionEvents;
import org.ticktoquote.analysis.summary.SnapshotClasses;
import org.ticktoquote.analysis.summary.TickOutcomes;

/**
 * The figures that rules look at.
 *
 * @param byPrice whether snapshots were attributed by price
 * @param ticks in the journal
 * @param sent those ticks, held against the window and the schedule
 * @param early snapshots that name a tick before it was sent
 * @param negative values below 0 beyond the clock uncertainty
 */
public record Figures(
        boolean byPrice,
        long ticks,
        SentTicks sent,
        long early,
        long negative,
        TickOutcomes outcomes,
        SnapshotClasses classes,
        SessionEvents events,
        ModelFigures model,
        LatencyFigures response,
        LatencyFigures replayLag) {}
