package org.ticktoquote.pricing.feed;

import org.ticktoquote.pricing.feed.Decoder.FeedMessage;

/**
 * Received tick, a venue's new top of book on the sides that the tick has.
 *
 * @param session number of the feed session; venue times and ids restart with each
 * @param tickId negative if a FIX venue sent none and the application assigned it
 * @param bid units of 1e-9; undefined if the side is absent
 * @param ask like {@code bid}
 * @param sides bit 0 bid, bit 1 ask
 * @param arrivedNs clock reading directly after the receive call
 */
public record Tick(
        long session,
        long tickId,
        int instrumentId,
        int venueId,
        long venueTimeNs,
        long bid,
        long ask,
        long bidQuantity,
        long askQuantity,
        int sides,
        long arrivedNs)
        implements FeedMessage {
    private static final int BID = 1;
    private static final int ASK = 2;

    /** Returns true if the tick came with an id, which a quote can echo. */
    public boolean identified() {
        return tickId >= 0;
    }

    public boolean carriesBid() {
        return (sides & BID) != 0;
    }

    public boolean carriesAsk() {
        return (sides & ASK) != 0;
    }
}
