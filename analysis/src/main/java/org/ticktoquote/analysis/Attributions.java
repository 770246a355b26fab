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
 * @param places of every session and pair; none where snapshots name their ticks
 */
record Attributions(RunManifest manifest, List<PlaceTally> places) {
    /** Whether so few snapshots contradict what is relied on that figures may rest on it. */
    boolean hold() {
        return contradicted() <= Limits.MOST_CONTRADICTED * snapshots();
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
                places.stream().map(place -> place(place, certainty)).toList());
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
