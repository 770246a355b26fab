package org.ticktoquote.pricing.price;

import org.ticktoquote.core.price.Price;

/**
 * The best prices of the venues that count, after a tick.
 *
 * @param cause the top that the tick left at its own venue
 * @param bid {@link Price#NONE}, as the ask, when no venue counts
 */
record Composite(VenueTop cause, long bid, long ask, long bidQuantity, long askQuantity) {
    boolean exists() {
        return bid != Price.NONE;
    }
}
