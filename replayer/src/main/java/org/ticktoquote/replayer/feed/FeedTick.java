package org.ticktoquote.replayer.feed;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.core.marketdata.MessageHeaderDecoder;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.replayer.recording.QuoteMessage;

/** A tick that is about to be sent; one object for all of them, to be read where it is handed over. */
public final class FeedTick {
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final QuoteDecoder quote = new QuoteDecoder();
    private DirectBuffer message = new UnsafeBuffer();
    private int offset;
    private long id;
    private long venueTimeNs;

    FeedTick() {}

    FeedTick wrap(DirectBuffer from, int at, long tickId, long timeNs) {
        quote.wrapAndApplyHeader(from, at, header);
        message = from;
        offset = at;
        id = tickId;
        venueTimeNs = timeNs;
        return this;
    }

    /** Writes it as the quote of t2q's own feed. */
    void copyTo(MutableDirectBuffer to, int at) {
        QuoteMessage.copy(message, offset, id, venueTimeNs, to, at);
    }

    /** Its number in the session, which an application may echo. */
    public long id() {
        return id;
    }

    /** When the venue said so, ns since 1970-01-01 UTC; never before that of an earlier tick. */
    public long venueTimeNs() {
        return venueTimeNs;
    }

    /** Its instrument's id: the place in {@link SessionOpening#instruments()}. */
    public int instrument() {
        return quote.instrumentId();
    }

    /** Its venue's id: the place in {@link SessionOpening#venues()}. */
    public int venue() {
        return quote.venueId();
    }

    /** Whether it carries a bid; a side that it does not carry keeps its old value. */
    public boolean hasBid() {
        return bid() != Price.NONE;
    }

    /** Whether it carries an ask. */
    public boolean hasAsk() {
        return ask() != Price.NONE;
    }

    /** In units of 1e-9; the smallest number when there is none. */
    public long bid() {
        return quote.bid();
    }

    /** In units of 1e-9; the smallest number when there is none. */
    public long ask() {
        return quote.ask();
    }

    /** In units of the base currency. */
    public long bidQuantity() {
        return quote.bidQuantity();
    }

    /** In units of the base currency. */
    public long askQuantity() {
        return quote.askQuantity();
    }
}
