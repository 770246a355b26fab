package org.ticktoquote.analysis.learning;

import org.ticktoquote.analysis.model.PriceTransform;

/**
 * What was learned of the prices of one session and pair.
 *
 * @param session its position in the plan
 * @param transform from composite to client price
 * @param samples snapshots that were looked at
 * @param explained of them: those that the transform makes of one of the recent composites
 * @param accepted whether there was enough evidence and nothing else explains nearly as much
 */
public record LearnedPrices(
        int session, int instrument, PriceTransform transform, int samples, int explained, boolean accepted) {}
