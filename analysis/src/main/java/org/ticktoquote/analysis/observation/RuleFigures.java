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
import org.ticktoquote.core.run.TurnSchedule;

/**
 * Figures that rules evaluate.
 *
 * @param byPrice whether snapshots were attributed by price
 * @param ticks number of ticks in the journal
 * @param sent the ticks compared with window and schedule
 * @param unjudged ticks of a replay excluded after a new subscription of the application, the mean of the sessions
 * @param early snapshots that name a tick before it was sent
 * @param acrossVenues regressed snapshots that are in order among the ticks of their own venue
 * @param negative values that are negative beyond the clock uncertainty
 * @param ended sessions that the clients closed permanently because received bytes were not a FIX message
 * @param flooded names of the sessions that received a flood of messages without a price, the worst first
 */
public record RuleFigures(
        boolean byPrice,
        long ticks,
        SentTicks sent,
        long unjudged,
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
     * Returns a lower bound of a percentile of the response in nanoseconds. If the percentile falls among lost ticks, the
     * bound is at least the time from the last intended tick to the drain deadline. Every lost tick was awaited at least
     * that long. An application that loses ticks must not appear fast.
     *
     * @param percentile its name in {@code summary.json}
     * @return null without measured values
     */
    @Nullable
    Long responseAtLeast(String percentile, RunManifest.Replay replay, @Nullable TurnSchedule turns) {
        Long low = Objects.requireNonNull(response.percentiles().get(percentile), percentile)
                .low();
        if (low == null || !response.refused(percentile)) {
            return low;
        }
        long replayNs = Math.round((replay.toNs() - replay.fromNs()) / replay.speed());
        long lastNs = turns == null ? replayNs : turns.durationNs(replayNs);
        return Math.max(low, replay.drainDeadlineNs() - replay.t0Ns() - lastNs);
    }
}
