package org.ticktoquote.replayer.statistics;

import org.ticktoquote.core.price.Price;

/**
 * Top of book of an instrument at a venue after a tick.
 *
 * @param repeated true if the instrument had that top before; in a venue's stream, true if the venue had it before
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
