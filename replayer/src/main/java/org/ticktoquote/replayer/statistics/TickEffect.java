package org.ticktoquote.replayer.statistics;

import org.ticktoquote.core.price.Price;

/**
 * Top of a venue in an instrument after a tick. Repeated if the instrument, or the venue in a venue's stream, had that top
 * before.
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
