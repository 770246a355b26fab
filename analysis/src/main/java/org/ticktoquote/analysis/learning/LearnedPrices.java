package org.ticktoquote.analysis.learning;

import org.ticktoquote.analysis.model.PriceTransform;

/**
 * Prices learned for one session and pair.
 *
 * @param session its position in the plan
 * @param transform mapping from composite to client price
 * @param samples number of snapshots examined
 * @param explained snapshots whose prices the transform yields from a recent composite
 * @param finding conclusion
 */
public record LearnedPrices(
        int session, int instrument, PriceTransform transform, int samples, int explained, Finding finding) {
    /** Conclusion from the samples. */
    public enum Finding {
        /** The transform is assumed for the session. */
        ACCEPTED,
        /** Too few snapshots, or several transforms explain them almost equally well. */
        TOO_LITTLE,
        /** Enough snapshots, but no transform explains them. */
        REFUSED
    }

    public boolean accepted() {
        return finding == Finding.ACCEPTED;
    }
}
