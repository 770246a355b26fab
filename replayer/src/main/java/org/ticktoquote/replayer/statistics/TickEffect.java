package org.ticktoquote.replayer.statistics;

import org.ticktoquote.core.price.Price;

/**
 * Top of book of an instrument at a venue after a tick. Repeated if the instrument, or in a venue's stream the venue, had
 * that top before.
 */
record TickEffect(long bid, long ask, boolean oneSided, boolean repeated) {
    boolean hasSpread() {
        return bid != Price.NONE && ask != Price.NONE;
    }

    long spread() {
        return ask - bid;
    }

    boolean locked() {
        return hasSpread() && bid == ask;
    }

    boolean crossed() {
        return hasSpread() && bid > ask;
    }
}
