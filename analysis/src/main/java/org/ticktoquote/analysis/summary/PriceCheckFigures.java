package org.ticktoquote.analysis.summary;

/**
 * Check whether snapshots that name their tick show its price.
 *
 * @param looked snapshots whose price was compared with the model
 * @param mismatched snapshots whose price the model expects neither after the tick they name nor after a newer one
 * @param older mismatched snapshots whose price the model expected earlier, so that the id is newer than the price
 * @param unmodelled snapshots of sessions and pairs for which the model explains less than half of the prices; they are not
 * judged
 */
public record PriceCheckFigures(long looked, long mismatched, long older, long unmodelled) {
    /** No check: a run without a model, or matched by price. */
    public static final PriceCheckFigures NONE = new PriceCheckFigures(0, 0, 0, 0);
}
