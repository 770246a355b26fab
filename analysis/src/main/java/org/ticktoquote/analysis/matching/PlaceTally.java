package org.ticktoquote.analysis.matching;

/**
 * How far the snapshots of one session and pair could be attributed by price.
 *
 * @param session its position in the plan
 * @param tier which of the pair's prices it gets; {@link MatchPlan#UNKNOWN_TIER} or {@link MatchPlan#UNSEEN_TIER} where
 *     that could not be learned
 * @param snapshots that arrived
 * @param contradicted those that no prices explain, at all or in this order
 */
public record PlaceTally(int session, int instrument, int tier, long snapshots, long contradicted) {}
