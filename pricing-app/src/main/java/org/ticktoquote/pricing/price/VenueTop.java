package org.ticktoquote.pricing.price;

import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.pricing.feed.Tick;

/**
 * A venue's top of book as a tick left it.
 *
 * @param bid {@link Price#NONE} when the venue has not shown one yet
 * @param ask likewise
 */
record VenueTop(Tick tick, Instrument instrument, long bid, long ask, long bidQuantity, long askQuantity) {
    boolean twoSided() {
        return bid != Price.NONE && ask != Price.NONE;
    }

    boolean crossed() {
        return twoSided() && bid > ask;
    }
}
