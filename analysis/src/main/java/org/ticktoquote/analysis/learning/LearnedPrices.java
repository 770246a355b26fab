package org.ticktoquote.analysis.learning;

import org.ticktoquote.analysis.model.PriceTransform;

/**
 * What was learned of the prices of one session and pair.
 *
 * @param session its position in the plan
 * @param transform from composite to client price
 * @param samples snapshots that were looked at
 * @param explained of them: those that the transform makes of one of the recent composites
 * @param finding what that is worth
 */
public record LearnedPrices(
        int session, int instrument, PriceTransform transform, int samples, int explained, Finding finding) {
    /** What the evidence is worth. */
    public enum Finding {
        /** The transform is taken for the session's. */
        ACCEPTED,
        /** Too few snapshots, or several transforms explain them nearly as well. */
        TOO_LITTLE,
        /** Enough snapshots, but nothing explains them. */
        REFUSED
    }

    public boolean accepted() {
        return finding == Finding.ACCEPTED;
    }
}
