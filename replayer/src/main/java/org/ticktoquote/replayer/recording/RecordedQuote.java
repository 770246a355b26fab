package org.ticktoquote.replayer.recording;

import org.ticktoquote.core.price.Price;

/**
 * One tick of a recording, an instrument's new top of book at a venue.
 *
 * <p>A side that the tick does not carry is {@link Price#NONE} here, and keeps its value in the book.
 *
 * @param venueTimeNs venue time, ns since 1970-01-01 UTC
 * @param instrumentId index in the recording's list of instruments
 * @param venueId index in the recording's list of venues
 * @param bid bid price in units of 1e-9
 * @param ask ask price in units of 1e-9
 * @param bidQuantity quantity in units of the base currency
 * @param askQuantity quantity in units of the base currency
 */
public record RecordedQuote(
        long venueTimeNs, int instrumentId, int venueId, long bid, long ask, long bidQuantity, long askQuantity) {

    public boolean hasBid() {
        return bid != Price.NONE;
    }

    public boolean hasAsk() {
        return ask != Price.NONE;
    }

    public boolean twoSided() {
        return hasBid() && hasAsk();
    }

    RecordedQuote ofInstrument(int id) {
        return new RecordedQuote(venueTimeNs, id, venueId, bid, ask, bidQuantity, askQuantity);
    }
}
