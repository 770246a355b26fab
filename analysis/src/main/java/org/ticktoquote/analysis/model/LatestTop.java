package org.ticktoquote.analysis.model;

import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.price.Price;

/** Latest top of book of one instrument at one venue. */
final class LatestTop {
    long bid = Price.NONE;
    long ask = Price.NONE;
    long bidQuantity;
    long askQuantity;
    long venueTimeNs = Long.MIN_VALUE;

    /** Replaces the sides that the tick carries. */
    void update(TickRecord tick) {
        venueTimeNs = tick.venueTimeNs();
        if ((tick.sides() & TickRecord.BID) != 0) {
            bid = tick.bid();
            bidQuantity = tick.bidQuantity();
        }
        if ((tick.sides() & TickRecord.ASK) != 0) {
            ask = tick.ask();
            askQuantity = tick.askQuantity();
        }
    }

    /** Takes over the known sides of another top and clears them there. */
    void reveal(LatestTop other) {
        if (other.bid != Price.NONE) {
            bid = other.bid;
            bidQuantity = other.bidQuantity;
        }
        if (other.ask != Price.NONE) {
            ask = other.ask;
            askQuantity = other.askQuantity;
        }
        other.bid = Price.NONE;
        other.ask = Price.NONE;
    }

    boolean twoSided() {
        return bid != Price.NONE && ask != Price.NONE;
    }

    boolean crossed() {
        return twoSided() && bid > ask;
    }
}
