package org.ticktoquote.pricing.feed;

import org.agrona.DirectBuffer;
import org.ticktoquote.core.feed.FeedMessages;
import org.ticktoquote.core.marketdata.InstrumentDefinitionDecoder;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.core.marketdata.VenueDefinitionDecoder;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.pricing.feed.FeedReceiver.FeedPacket;
import org.ticktoquote.pricing.pipeline.Inlet;

/**
 * Component 2: takes packets apart into messages.
 *
 * <p>Messages of unknown kinds are passed over by their length; a packet that ends inside a message is malformed and
 * its rest is left, counted.
 */
public final class Decoder implements Inlet<FeedPacket>, FeedMessages.Handler {
    private final Inlet<FeedMessage> next;
    private final FeedCounters counters;
    private final FeedMessages messages = new FeedMessages(this);
    private long session;
    private long arrivedNs;

    public Decoder(Inlet<FeedMessage> next, FeedCounters counters) {
        this.next = next;
        this.counters = counters;
    }

    @Override
    public void put(FeedPacket packet) {
        DirectBuffer bytes = packet.bytes();
        int at = 0;
        arrivedNs = packet.arrivedNs();
        if (packet.datagram()) {
            if (bytes.capacity() < FeedMessages.PACKET_HEADER) {
                counters.malformed();
                return;
            }
            session = FeedMessages.session(bytes, 0);
            at = FeedMessages.PACKET_HEADER;
        }
        if (!messages.read(bytes, at, bytes.capacity())) {
            counters.malformed();
        }
    }

    @Override
    public void quote(QuoteDecoder quote) {
        next.put(tick(quote));
    }

    @Override
    public void sessionStarted(long started, long firstTickId) {
        session = started;
        next.put(new FeedMessage.SessionStarted(session, firstTickId));
    }

    @Override
    public void sessionEnded(long ended, long nextTickId) {
        next.put(new FeedMessage.Expected(ended, nextTickId));
    }

    @Override
    public void heartbeat(long nextTickId) {
        next.put(new FeedMessage.Expected(session, nextTickId));
    }

    @Override
    public void instrument(InstrumentDefinitionDecoder definition) {
        next.put(new FeedMessage.InstrumentDefined(new Instrument(
                definition.instrumentId(), definition.symbol(), definition.pip(), definition.tickSize())));
    }

    @Override
    public void venue(VenueDefinitionDecoder definition) {
        // venues are known by number
    }

    private Tick tick(QuoteDecoder from) {
        return new Tick(
                session,
                from.tickId(),
                from.instrumentId(),
                from.venueId(),
                from.venueTimeNs(),
                from.bid(),
                from.ask(),
                from.bidQuantity(),
                from.askQuantity(),
                (from.sides().bid() ? 1 : 0) | (from.sides().ask() ? 2 : 0),
                arrivedNs);
    }

    /** What the feed says, decoded. */
    public sealed interface FeedMessage
            permits Tick, FeedMessage.SessionStarted, FeedMessage.Expected, FeedMessage.InstrumentDefined {
        /** A session begins; its first tick will have this id. */
        record SessionStarted(long session, long firstTickId) implements FeedMessage {}

        /** The id that the next tick of the session will have: from heartbeats and the end of the session. */
        record Expected(long session, long nextTickId) implements FeedMessage {}

        /** An instrument of the feed. */
        record InstrumentDefined(Instrument instrument) implements FeedMessage {}
    }
}
