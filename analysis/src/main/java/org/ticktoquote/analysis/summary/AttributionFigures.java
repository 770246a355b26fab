package org.ticktoquote.analysis.summary;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * Attribution of snapshots to ticks.
 *
 * @param holds false if the model explains too few snapshots, or if snapshots name wrong ids; dependent figures are then
 * diagnostics
 * @param snapshots number of snapshots, without those of sessions and pairs excluded for lack of evidence; 0 if
 *     snapshots name their ticks
 * @param contradicted number of these snapshots that the model does not explain, or does not explain in this order
 * @param places every session and pair; empty if snapshots name their ticks
 * @param ids sentence for users about wrong ids; empty if the ids are correct, or if snapshots name none
 */
public record AttributionFigures(
        boolean holds,
        long snapshots,
        long contradicted,
        List<SessionPair> places,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) String ids) {
    public AttributionFigures {
        places = List.copyOf(places);
    }

    /**
     * Attribution of one session and pair.
     *
     * @param session its index
     * @param due measured ticks that are due
     * @param certain number of due ticks answered at a known time or known to be lost
     * @param snapshots number received
     * @param contradicted number contradicted
     * @param state knowledge of its prices
     */
    public record SessionPair(
            int session, String symbol, long due, long certain, long snapshots, long contradicted, State state) {}

    /** Knowledge of the prices of a session and pair. */
    public enum State {
        /** Declared or learned; all snapshots agree. */
        EXPLAINED,
        /** Declared or learned, but some snapshots differ: no result of this session and pair is certain. */
        CONTRADICTED,
        /** No offsets explain the snapshots: its ticks are excluded. */
        REFUSED,
        /** Too few snapshots to learn the prices: its ticks are excluded. */
        TOO_LITTLE_EVIDENCE
    }

    /** Returns the number of sessions and pairs in a state. */
    public long in(State state) {
        return places.stream().filter(place -> place.state() == state).count();
    }
}
