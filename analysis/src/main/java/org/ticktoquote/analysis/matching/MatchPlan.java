package org.ticktoquote.analysis.matching;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.SessionPlan;

/**
 * Input of the matcher.
 *
 * @param sessions session plans in the manifest's order; the matcher numbers sessions by position
 * @param instruments number of instruments
 * @param venues number of venues in the recording
 * @param matching declared attribution of snapshots to ticks
 * @param tiers tier numbers by session, then by instrument; {@link #UNKNOWN_TIER} or {@link #UNSEEN_TIER} if there is
 *     none
 * @param conflation the declared policy
 * @param uncertaintyNs clock uncertainty: a snapshot can appear this much older than its tick
 * @param plannedTicks number of ticks in the window
 * @param drainDeadlineNs end of the drain, after which snapshots only answer pending ticks; 0 if there is no deadline
 */
public record MatchPlan(
        List<SessionPlan> sessions,
        int instruments,
        int venues,
        Matching matching,
        List<List<Integer>> tiers,
        Conflation conflation,
        long uncertaintyNs,
        long plannedTicks,
        long drainDeadlineNs) {
    /** Tier of a session and pair whose snapshots no tier explains. Their ticks are excluded. */
    public static final int UNKNOWN_TIER = -1;
    /** Tier of a session and pair with too few snapshots to learn its prices. Their ticks are excluded. */
    public static final int UNSEEN_TIER = -2;

    public MatchPlan {
        sessions = List.copyOf(sessions);
        tiers = tiers.stream().map(List::copyOf).toList();
    }

    /** Creates the plan of a run with the declared tiers; rejects a manifest that contradicts itself. */
    public static MatchPlan of(RunManifest manifest, long uncertaintyNs) {
        int instruments = manifest.recording().instruments().size();
        check(manifest, instruments);
        return new MatchPlan(
                manifest.sessions(),
                instruments,
                manifest.recording().venues().size(),
                manifest.declared().matching(),
                declaredTiers(manifest.sessions(), instruments),
                manifest.declared().conflation(),
                uncertaintyNs,
                manifest.replay().ticks(),
                manifest.replay().drainDeadlineNs());
    }

    private static void check(RunManifest manifest, int instruments) {
        if (manifest.declared().matching().venueOrder().equals(Matching.PER_VENUE)) {
            manifest.declared().needsTotalOrder().ifPresent(what -> {
                throw Problem.of("run.json")
                        .fault("order of venues is per-venue, but " + what
                                + " depends on the order in which all ticks were sent")
                        .exception(ExitStatus.BAD_INPUT);
            });
        }
        int tiers = manifest.declared().model().known()
                ? manifest.declared().model().halfSpreadTenthPips().size()
                : Long.SIZE;
        boolean learned = manifest.declared().matching().learned();
        for (SessionPlan session : manifest.sessions()) {
            boolean pairsKnown = session.instruments().stream().allMatch(id -> id >= 0 && id < instruments);
            if (!pairsKnown || session.tier() < 0 || session.tier() >= tiers && !learned) {
                throw Problem.of("run.json")
                        .fault("session " + session.name() + " names an instrument or a tier that is not declared")
                        .exception(ExitStatus.BAD_INPUT);
            }
        }
    }

    /** Returns each session's tier for every instrument. */
    public static List<List<Integer>> declaredTiers(List<SessionPlan> sessions, int instruments) {
        return sessions.stream()
                .map(session -> Collections.nCopies(instruments, session.tier()))
                .toList();
    }

    public MatchPlan withTiers(List<List<Integer>> other) {
        return new MatchPlan(
                sessions,
                instruments,
                venues,
                matching,
                other,
                conflation,
                uncertaintyNs,
                plannedTicks,
                drainDeadlineNs);
    }

    int tier(int session, int instrument) {
        return tiers.get(session).get(instrument);
    }

    /**
     * Returns the tiers of an instrument that the group's subscribers get, one bit each.
     *
     * @param most number of tiers of the instrument
     */
    long tiers(SessionGroup group, int instrument, int most) {
        long bits = 0;
        for (int session : group.sessions()) {
            int tier = tier(session, instrument);
            boolean gets = tier >= 0
                    && tier < most
                    && sessions.get(session).instruments().contains(instrument);
            bits |= gets ? 1L << tier : 0;
        }
        return bits;
    }

    /** Returns the positions of the sessions that subscribe to an instrument. */
    public int[] subscribers(int instrument) {
        return IntStream.range(0, sessions.size())
                .filter(i -> sessions.get(i).instruments().contains(instrument))
                .toArray();
    }
}
