package org.ticktoquote.analysis.matching;

/**
 * Counts of the snapshots of one session and pair. Their attribution is counted when matching by price, their prices when
 * snapshots name their tick.
 *
 * @param session its position in the plan
 * @param tier the tier that it gets; {@link MatchPlan#UNKNOWN_TIER} or {@link MatchPlan#UNSEEN_TIER} if it could not be
 * learned
 * @param snapshots number received
 * @param contradicted number that the expected prices, in their order, do not explain
 * @param checked number whose price was checked
 * @param unknown number of these with a price that the model had not produced by then
 * @param older number of these with a price that the model produced only before the named tick
 */
public record PairTally(
        int session,
        int instrument,
        int tier,
        long snapshots,
        long contradicted,
        long checked,
        long unknown,
        long older) {
    private static final double MAX_UNKNOWN = 0.5;

    /** Returns whether the model explains at least half of the prices. Otherwise the application's spread is unknown. */
    public boolean modelled() {
        return unknown <= checked * MAX_UNKNOWN;
    }
}
