package org.ticktoquote.analysis.matching;

/**
 * Attribution counts of the snapshots of one session and pair.
 *
 * @param session its position in the plan
 * @param tier the tier that it gets; {@link MatchPlan#UNKNOWN_TIER} or {@link MatchPlan#UNSEEN_TIER} if it could not be
 * learned
 * @param snapshots number received
 * @param contradicted number that the expected prices, in their order, do not explain
 */
public record PairTally(int session, int instrument, int tier, long snapshots, long contradicted) {}
