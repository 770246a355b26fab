package org.ticktoquote.replayer.feed;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.core.marketdata.MessageHeaderDecoder;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.replayer.recording.QuoteMessage;

/** Tick that is about to be sent. The object is reused and valid only during the call that receives it. */
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

    /** Writes the tick as an SBE {@code Quote}. */
    void copyTo(MutableDirectBuffer to, int at) {
        QuoteMessage.copy(message, offset, id, venueTimeNs, to, at);
    }

    /** Returns the tick's number in the session, which an application can echo. */
    public long id() {
        return id;
    }

    /** Returns the venue's time in ns since 1970-01-01 UTC. Never decreases from tick to tick. */
    public long venueTimeNs() {
        return venueTimeNs;
    }

    /** Returns the instrument's id, its index in {@link SessionOpening#instruments()}. */
    public int instrument() {
        return quote.instrumentId();
    }

    /** Returns the venue's id, its index in {@link SessionOpening#venues()}. */
    public int venue() {
        return quote.venueId();
    }

    /** Returns true if the tick has a bid. An absent side keeps its old value. */
    public boolean hasBid() {
        return bid() != Price.NONE;
    }

    public boolean hasAsk() {
        return ask() != Price.NONE;
    }

    /** Returns the bid in units of 1e-9; {@link Long#MIN_VALUE} if there is none. */
    public long bid() {
        return quote.bid();
    }

    /** Returns the ask in units of 1e-9; {@link Long#MIN_VALUE} if there is none. */
    public long ask() {
        return quote.ask();
    }

    /** Returns the quantity in units of the base currency. */
    public long bidQuantity() {
        return quote.bidQuantity();
    }

    /** Returns the quantity in units of the base currency. */
    public long askQuantity() {
        return quote.askQuantity();
    }
}
