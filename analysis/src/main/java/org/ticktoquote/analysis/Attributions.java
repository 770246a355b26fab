package org.ticktoquote.analysis;

import java.util.List;
import org.ticktoquote.analysis.matching.MatchPlan;
import org.ticktoquote.analysis.matching.PlaceTally;
import org.ticktoquote.analysis.measures.Certainty;
import org.ticktoquote.analysis.summary.AttributionFigures;
import org.ticktoquote.analysis.summary.AttributionFigures.Place;
import org.ticktoquote.analysis.summary.AttributionFigures.State;
import org.ticktoquote.analysis.validity.Limits;
import org.ticktoquote.core.run.RunManifest;

/**
 * How far the snapshots of a run could be attributed to ticks.
 *
 * @param places of every session and pair; none where snapshots name every tick that they answer
 * @param ids why the ids that snapshots name are not those of the ticks, for people; empty where they are
 */
record Attributions(RunManifest manifest, List<PlaceTally> places, String ids) {
    Attributions {
        places = List.copyOf(places);
    }

    /** Of a run whose snapshots name their ticks; without places where that leaves nothing open. */
    static Attributions byId(RunManifest manifest, List<PlaceTally> places, EchoedIds ids) {
        return new Attributions(manifest, places, ids.refusal());
    }

    /** Of a run matched by price. */
    static Attributions byPrice(RunManifest manifest, List<PlaceTally> places) {
        return new Attributions(manifest, places, "");
    }

    /** Whether so few snapshots contradict what is relied on that figures may rest on it. */
    boolean hold() {
        return ids.isEmpty() && contradicted() <= Limits.MOST_CONTRADICTED * snapshots();
    }

    private long contradicted() {
        return places.stream().mapToLong(PlaceTally::contradicted).sum();
    }

    private long snapshots() {
        return places.stream()
                .filter(place -> place.tier() != MatchPlan.UNSEEN_TIER)
                .mapToLong(PlaceTally::snapshots)
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

    private Place place(PlaceTally place, Certainty certainty) {
        return new Place(
                manifest.sessions().get(place.session()).index(),
                manifest.recording().instruments().get(place.instrument()).symbol(),
                certainty.due(place.session(), place.instrument()),
                certainty.certain(place.session(), place.instrument()),
                place.snapshots(),
                place.contradicted(),
                state(place));
    }

    private static State state(PlaceTally place) {
        return switch (place.tier()) {
            case MatchPlan.UNKNOWN_TIER -> State.REFUSED;
            case MatchPlan.UNSEEN_TIER -> State.TOO_LITTLE_EVIDENCE;
            default -> place.contradicted() == 0 ? State.EXPLAINED : State.CONTRADICTED;
        };
    }
}
