package org.ticktoquote.analysis.matching;

import java.util.List;
import java.util.stream.IntStream;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.SessionPlan;

/**
 * Everything the matcher must know beforehand.
 *
 * @param sessions in the manifest's order; the matcher numbers them by position
 * @param instruments their number
 * @param conflation the declared policy
 * @param uncertaintyNs of the clocks: a snapshot may seem so much older than its tick
 * @param plannedTicks how many the window holds
 * @param drainDeadlineNs snapshots later than this do not count; 0 when there is none
 */
public record MatchPlan(
        List<SessionPlan> sessions,
        int instruments,
        Conflation conflation,
        long uncertaintyNs,
        long plannedTicks,
        long drainDeadlineNs) {
    public MatchPlan {
        sessions = List.copyOf(sessions);
    }

    /** The plan of a run; refuses a manifest whose parts contradict each other. */
    public static MatchPlan of(RunManifest manifest, long uncertaintyNs) {
        int instruments = manifest.recording().instruments().size();
        int tiers = manifest.model().known()
                ? manifest.model().halfSpreadTenthPips().size()
                : Long.SIZE;
        for (SessionPlan session : manifest.sessions()) {
            boolean pairsKnown = session.instruments().stream().allMatch(id -> id >= 0 && id < instruments);
            if (!pairsKnown || session.tier() < 0 || session.tier() >= tiers) {
                throw new Refusal(
                        ExitStatus.BAD_INPUT,
                        "run.json: session " + session.name() + " names an instrument or a tier that is not declared");
            }
        }
        return new MatchPlan(
                manifest.sessions(),
                instruments,
                manifest.conflation(),
                uncertaintyNs,
                manifest.replay().ticks(),
                manifest.replay().drainDeadlineNs());
    }

    /** The positions of the sessions that subscribe to an instrument. */
    public int[] subscribers(int instrument) {
        return IntStream.range(0, sessions.size())
                .filter(i -> sessions.get(i).instruments().contains(instrument))
                .toArray();
    }
}
