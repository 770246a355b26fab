package org.ticktoquote.analysis;

import java.util.List;
import org.ticktoquote.analysis.matching.MatchPlan;
import org.ticktoquote.analysis.matching.PairTally;
import org.ticktoquote.analysis.measures.Certainty;
import org.ticktoquote.analysis.summary.AttributionFigures;
import org.ticktoquote.analysis.summary.AttributionFigures.SessionPair;
import org.ticktoquote.analysis.summary.AttributionFigures.State;
import org.ticktoquote.analysis.validity.Limits;
import org.ticktoquote.core.run.RunManifest;

/**
 * Evidence that a run's snapshots could be attributed to its ticks.
 *
 * @param tallies one tally per session and pair; empty if the attribution is unambiguous
 * @param ids message about wrong ids in snapshots; empty if the ids are correct
 */
record Attributions(RunManifest manifest, List<PairTally> tallies, String ids) {
    Attributions {
        tallies = List.copyOf(tallies);
    }

    /** Creates the attribution of a run matched by id; {@code tallies} is empty if the attribution is unambiguous. */
    static Attributions byId(RunManifest manifest, List<PairTally> tallies, EchoedIds ids) {
        return new Attributions(manifest, tallies, ids.refusal());
    }

    /** Creates the attribution of a run matched by price. */
    static Attributions byPrice(RunManifest manifest, List<PairTally> tallies) {
        return new Attributions(manifest, tallies, "");
    }

    /** Returns whether the ids are correct and few enough snapshots contradict the assumptions of the matching. */
    boolean hold() {
        return ids.isEmpty() && contradicted() <= Limits.MAX_CONTRADICTED * snapshots();
    }

    private long contradicted() {
        return tallies.stream().mapToLong(PairTally::contradicted).sum();
    }

    private long snapshots() {
        return tallies.stream()
                .filter(tally -> tally.tier() != MatchPlan.UNSEEN_TIER)
                .mapToLong(PairTally::snapshots)
                .sum();
    }

    AttributionFigures figures(Certainty certainty) {
        return new AttributionFigures(
                hold(),
                snapshots(),
                contradicted(),
                tallies.stream().map(tally -> sessionPair(tally, certainty)).toList(),
                ids);
    }

    private SessionPair sessionPair(PairTally tally, Certainty certainty) {
        return new SessionPair(
                manifest.sessions().get(tally.session()).index(),
                manifest.recording().instruments().get(tally.instrument()).symbol(),
                certainty.due(tally.session(), tally.instrument()),
                certainty.certain(tally.session(), tally.instrument()),
                tally.snapshots(),
                tally.contradicted(),
                state(tally));
    }

    private static State state(PairTally tally) {
        return switch (tally.tier()) {
            case MatchPlan.UNKNOWN_TIER -> State.REFUSED;
            case MatchPlan.UNSEEN_TIER -> State.TOO_LITTLE_EVIDENCE;
            default -> tally.contradicted() == 0 ? State.EXPLAINED : State.CONTRADICTED;
        };
    }
}
