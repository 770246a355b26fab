package org.ticktoquote.pricing.publish;

/**
 * Which part of a price a subscription asked for.
 *
 * @param depth all levels, and not the best alone
 * @param bid bids
 * @param ask offers
 */
public record Wanted(boolean depth, boolean bid, boolean ask) {
    /** The best bid and the best offer. */
    public static final Wanted TOP = new Wanted(false, true, true);
}
