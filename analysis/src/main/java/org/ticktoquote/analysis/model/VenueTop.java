package org.ticktoquote.analysis.model;

import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.price.Price;

/** The newest top of one instrument at one venue. */
final class VenueTop {
    long bid = Price.NONE;
    long ask = Price.NONE;
    long venueTimeNs = Long.MIN_VALUE;

    /** Takes over the sides that the tick carries. */
    void update(TickRecord tick) {
        venueTimeNs = tick.venueTimeNs();
        if ((tick.sides() & TickRecord.BID) != 0) {
            bid = tick.bid();
        }
        if ((tick.sides() & TickRecord.ASK) != 0) {
            ask = tick.ask();
        }
    }

    boolean twoSided() {
        return bid != Price.NONE && ask != Price.NONE;
    }

    boolean crossed() {
        return twoSided() && bid > ask;
    }
}
