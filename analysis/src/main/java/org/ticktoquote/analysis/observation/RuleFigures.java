package org.ticktoquote.analysis.observation;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.schedule.SentTicks;
import org.ticktoquote.analysis.summary.ModelFigures;
import org.ticktoquote.analysis.summary.SessionEvents;
import org.ticktoquote.analysis.summary.SnapshotClasses;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.core.run.RunManifest;

/**
 * The figures that rules look at.
 *
 * @param byPrice whether snapshots were attributed by price
 * @param ticks in the journal
 * @param sent those ticks, held against the window and the schedule
 * @param early snapshots that name a tick before it was sent
 * @param acrossVenues of the regressed snapshots those that are in order with the ones of their own tick's venue
 * @param negative values below 0 beyond the clock uncertainty
 * @param ended of the drops those by which the clients ended a session for good, since what arrived was no FIX message
 * @param flooded names of the sessions to which the application sent a flood of messages without a price, the worst first
 */
public record RuleFigures(
        boolean byPrice,
        long ticks,
        SentTicks sent,
        long early,
        long acrossVenues,
        long negative,
        TickOutcomes outcomes,
        SnapshotClasses classes,
        SessionEvents events,
        long ended,
        List<String> flooded,
        ModelFigures model,
        LatencyFigures response,
        LatencyFigures replayLag) {
    public RuleFigures {
        flooded = List.copyOf(flooded);
    }

    /**
     * What a percentile of the response is at least, in ns. Where it ranks among the lost ticks it is longer than the time
     * from the last tick to the drain deadline, which each of them waited in vain: an application that loses ticks is slow,
     * not fast.
     *
     * @param percentile its name in {@code summary.json}
     * @return null where nothing was measured
     */
    @Nullable
    Long responseAtLeast(String percentile, RunManifest.Replay replay) {
        Long low = Objects.requireNonNull(response.percentiles().get(percentile), percentile)
                .low();
        if (low == null || !response.refused(percentile)) {
            return low;
        }
        double replayNs = (replay.toNs() - replay.fromNs()) / replay.speed();
        return Math.max(low, replay.drainDeadlineNs() - replay.t0Ns() - Math.round(replayNs));
    }
}
