package org.ticktoquote.pricing.feed;

import org.ticktoquote.pricing.feed.Decoder.FeedMessage;

/**
 * One tick as it came in: a venue's new top of book, on the sides that it carries.
 *
 * @param session of the feed; venue times and sequence start anew with it
 * @param tickId negative where a FIX venue names none: then it is the application's own number
 * @param bid units of 1e-9; meaningless when the side is not carried
 * @param ask likewise
 * @param sides bit 0 bid, bit 1 ask
 * @param arrivedNs clock read immediately after the receive call
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

    /** Whether it came with an id, which a quote may name. */
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
