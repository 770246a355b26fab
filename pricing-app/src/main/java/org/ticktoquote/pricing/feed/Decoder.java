package org.ticktoquote.pricing.feed;

import org.agrona.DirectBuffer;
import org.ticktoquote.core.feed.FeedMessages;
import org.ticktoquote.core.marketdata.InstrumentDefinitionDecoder;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.core.marketdata.VenueDefinitionDecoder;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.pricing.feed.FeedReceiver.FeedPacket;
import org.ticktoquote.pricing.pipeline.Input;

/**
 * Component 2: splits packets into messages.
 *
 * <p>Skips messages of unknown types by their length. A packet that ends inside a message counts as malformed, and the
 * remainder is discarded.
 */
public final class Decoder implements Input<FeedPacket>, FeedMessages.Handler {
    private final Input<FeedMessage> next;
    private final FeedCounters counters;
    private final FeedMessages messages = new FeedMessages(this);
    private long session;
    private long arrivedNs;

    public Decoder(Input<FeedMessage> next, FeedCounters counters) {
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
        next.put(new FeedMessage.Position(session, firstTickId, true));
    }

    @Override
    public void sessionEnded(long ended, long nextTickId) {
        next.put(new FeedMessage.Position(ended, nextTickId, false));
    }

    @Override
    public void heartbeat(long nextTickId) {
        next.put(new FeedMessage.Position(session, nextTickId, false));
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

    /** Decoded message of the feed. */
    public sealed interface FeedMessage permits Tick, FeedMessage.Position, FeedMessage.InstrumentDefined {
        /**
         * Id of the session's next tick.
         *
         * @param start true at the start of the session; false for a heartbeat and at the end
         */
        record Position(long session, long nextTickId, boolean start) implements FeedMessage {}

        /** Instrument of the feed. */
        record InstrumentDefined(Instrument instrument) implements FeedMessage {}
    }
}
