package org.ticktoquote.analysis;

import java.util.List;
import org.ticktoquote.analysis.matching.MatchPlan;
import org.ticktoquote.analysis.matching.PairTally;
import org.ticktoquote.analysis.measures.Certainty;
import org.ticktoquote.analysis.summary.AttributionFigures;
import org.ticktoquote.analysis.summary.AttributionFigures.Place;
import org.ticktoquote.analysis.summary.AttributionFigures.State;
import org.ticktoquote.analysis.validity.Limits;
import org.ticktoquote.core.run.RunManifest;

/**
 * Attribution of a run's snapshots to ticks.
 *
 * @param places by session and pair; empty if snapshots name every tick that they answer
 * @param ids description for users of wrong ids in snapshots; empty if the ids are correct
 */
record Attributions(RunManifest manifest, List<PairTally> places, String ids) {
    Attributions {
        places = List.copyOf(places);
    }

    /** Creates the attribution of a run whose snapshots name their ticks; without places if it is unambiguous. */
    static Attributions byId(RunManifest manifest, List<PairTally> places, EchoedIds ids) {
        return new Attributions(manifest, places, ids.refusal());
    }

    /** Creates the attribution of a run matched by price. */
    static Attributions byPrice(RunManifest manifest, List<PairTally> places) {
        return new Attributions(manifest, places, "");
    }

    /** Returns whether few enough snapshots contradict the assumptions of the matching. */
    boolean hold() {
        return ids.isEmpty() && contradicted() <= Limits.MAX_CONTRADICTED * snapshots();
    }

    private long contradicted() {
        return places.stream().mapToLong(PairTally::contradicted).sum();
    }

    private long snapshots() {
        return places.stream()
                .filter(place -> place.tier() != MatchPlan.UNSEEN_TIER)
                .mapToLong(PairTally::snapshots)
                .sum();
    }

    AttributionFigures figures(Certainty certainty) {
        return new AttributionFigures(
                hold(),
                snapshots(),
                contradicted(),
                places.stream().map(place -> place(place, certainty)).toList(),
                ids);
    }

    private Place place(PairTally place, Certainty certainty) {
        return new Place(
                manifest.sessions().get(place.session()).index(),
                manifest.recording().instruments().get(place.instrument()).symbol(),
                certainty.due(place.session(), place.instrument()),
                certainty.certain(place.session(), place.instrument()),
                place.snapshots(),
                place.contradicted(),
                state(place));
    }

    private static State state(PairTally place) {
        return switch (place.tier()) {
            case MatchPlan.UNKNOWN_TIER -> State.REFUSED;
            case MatchPlan.UNSEEN_TIER -> State.TOO_LITTLE_EVIDENCE;
            default -> place.contradicted() == 0 ? State.EXPLAINED : State.CONTRADICTED;
        };
    }
}
