package org.ticktoquote.analysis.summary;

/**
 * Whether snapshots that name their tick show its price.
 *
 * @param looked snapshots whose price was held against the model
 * @param mismatched of them: those whose price neither the tick that they name nor a newer one led to
 * @param older of those: the model had made the price before, so that the id is newer than the price
 * @param unmodelled snapshots of sessions and pairs of whose prices the model makes less than half: nothing is said of them
 */
public record PriceCheckFigures(long looked, long mismatched, long older, long unmodelled) {
    /** Of a run without a model, or by price. */
    public static final PriceCheckFigures NONE = new PriceCheckFigures(0, 0, 0, 0);
}
