package org.ticktoquote.replayer.recording;

import org.ticktoquote.core.price.Price;

/**
 * One tick of a recording: a venue's new top of book in one instrument.
 *
 * <p>A one-sided tick says nothing about its other side, which keeps its old value: price {@link Price#NONE}.
 *
 * @param venueTimeNs since 1970-01-01 UTC
 * @param instrumentId its place in the recording's list of instruments
 * @param venueId its place in the recording's list of venues
 * @param bid in units of 1e-9
 * @param ask in units of 1e-9
 * @param bidQuantity in units of the base currency
 * @param askQuantity in units of the base currency
 */
public record RecordedQuote(
        long venueTimeNs, int instrumentId, int venueId, long bid, long ask, long bidQuantity, long askQuantity) {

    public boolean hasBid() {
        return bid != Price.NONE;
    }

    public boolean hasAsk() {
        return ask != Price.NONE;
    }

    /** Whether both sides are there, so that there is a spread. */
    public boolean twoSided() {
        return hasBid() && hasAsk();
    }

    /** The same tick of another instrument number. */
    RecordedQuote ofInstrument(int id) {
        return new RecordedQuote(venueTimeNs, id, venueId, bid, ask, bidQuantity, askQuantity);
    }
}
