package org.ticktoquote.analysis.summary;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * Whether snapshots could be attributed to ticks, and where.
 *
 * @param holds false where the model explains too few snapshots, or where snapshots name other ids than those of the ticks:
 *     then every figure that rests on it is a diagnostic
 * @param snapshots of sessions and pairs that were not excluded for want of evidence; 0 where snapshots name their ticks
 * @param contradicted of them: those that the model does not explain, at all or in this order
 * @param places every session and pair; empty where snapshots name their ticks
 * @param ids why the ids that snapshots name are not those of the ticks, and what they look like, for people; empty where
 *     they are, and where snapshots name none
 */
public record AttributionFigures(
        boolean holds,
        long snapshots,
        long contradicted,
        List<Place> places,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) String ids) {
    /** Of a run whose snapshots name their ticks. */
    public static final AttributionFigures NAMED = new AttributionFigures(true, 0, 0, List.of());

    /** Of a run whose snapshots name their ticks, or are matched by price. */
    public AttributionFigures(boolean holds, long snapshots, long contradicted, List<Place> places) {
        this(holds, snapshots, contradicted, places, "");
    }

    public AttributionFigures {
        places = List.copyOf(places);
    }

    /**
     * One session and pair.
     *
     * @param session its index
     * @param due measured ticks that are due
     * @param certain of them: answered at one known moment, or known to be lost
     * @param snapshots that arrived
     * @param contradicted of them
     * @param state what is known of its prices
     */
    public record Place(
            int session, String symbol, long due, long certain, long snapshots, long contradicted, State state) {}

    /** What is known of the prices of a session and pair. */
    public enum State {
        /** They are declared or were learned, and all snapshots agree with them. */
        EXPLAINED,
        /** They are declared or were learned, but some snapshots show others: nothing is certain here. */
        CONTRADICTED,
        /** Enough snapshots, but nothing explains them: its ticks are excluded. */
        REFUSED,
        /** Too little was seen to learn them: its ticks are excluded. */
        TOO_LITTLE_EVIDENCE
    }

    /** How many sessions and pairs are in a state. */
    public long in(State state) {
        return places.stream().filter(place -> place.state() == state).count();
    }
}
