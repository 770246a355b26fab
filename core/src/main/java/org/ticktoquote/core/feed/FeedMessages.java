package org.ticktoquote.core.feed;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.ticktoquote.core.marketdata.HeartbeatDecoder;
import org.ticktoquote.core.marketdata.InstrumentDefinitionDecoder;
import org.ticktoquote.core.marketdata.MessageHeaderDecoder;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.core.marketdata.SessionEndDecoder;
import org.ticktoquote.core.marketdata.SessionStartDecoder;
import org.ticktoquote.core.marketdata.VenueDefinitionDecoder;

/**
 * Takes datagrams and frames of the market-data feed apart into messages. Messages of unknown kinds are passed over by their
 * length. One thread; no allocation.
 */
public final class FeedMessages {
    /** Bytes of the composite {@code packetHeader}, which opens every datagram. */
    public static final int PACKET_HEADER = 20;

    private final Handler handler;
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final QuoteDecoder quote = new QuoteDecoder();
    private final SessionStartDecoder start = new SessionStartDecoder();
    private final SessionEndDecoder end = new SessionEndDecoder();
    private final HeartbeatDecoder heartbeat = new HeartbeatDecoder();
    private final InstrumentDefinitionDecoder definition = new InstrumentDefinitionDecoder();
    private final VenueDefinitionDecoder venue = new VenueDefinitionDecoder();

    /** Takes the messages, in their order; a decoder may be used during the call only. */
    public interface Handler {
        /** A tick. */
        void quote(QuoteDecoder quote);

        /** A sequence begins. */
        void sessionStarted(long session, long firstTickId);

        /** A sequence is complete: the next tick would have had this id. */
        void sessionEnded(long session, long nextTickId);

        /** The feed is alive: the next tick will have this id. */
        void heartbeat(long nextTickId);

        /** Name and price steps of an instrument. */
        void instrument(InstrumentDefinitionDecoder definition);

        /** Name of a venue. */
        void venue(VenueDefinitionDecoder definition);
    }

    public FeedMessages(Handler handler) {
        this.handler = handler;
    }

    /** Session that the packet header of a datagram names. */
    public static long session(DirectBuffer datagram, int at) {
        return datagram.getLong(at, ByteOrder.LITTLE_ENDIAN);
    }

    /** Id of the first quote in a datagram, or of the next one where it has none, by its packet header. */
    public static long sequence(DirectBuffer datagram, int at) {
        return datagram.getLong(at + Long.BYTES, ByteOrder.LITTLE_ENDIAN);
    }

    /** Hands on the messages from one index up to before another; returns whether each of them is whole and one of the schema. */
    public boolean read(DirectBuffer bytes, int from, int to) {
        int at = from;
        while (at < to) {
            int length = length(bytes, at, to);
            if (length < 0) {
                return false;
            }
            decode(bytes, at);
            at += length;
        }
        return true;
    }

    private int length(DirectBuffer bytes, int at, int to) {
        if (at + MessageHeaderDecoder.ENCODED_LENGTH > to) {
            return -1;
        }
        header.wrap(bytes, at);
        int length = MessageHeaderDecoder.ENCODED_LENGTH + header.blockLength();
        return at + length > to || header.schemaId() != MessageHeaderDecoder.SCHEMA_ID ? -1 : length;
    }

    private void decode(DirectBuffer bytes, int at) {
        switch (header.templateId()) {
            case QuoteDecoder.TEMPLATE_ID -> handler.quote(quote.wrapAndApplyHeader(bytes, at, header));
            case SessionStartDecoder.TEMPLATE_ID -> {
                start.wrapAndApplyHeader(bytes, at, header);
                handler.sessionStarted(start.session(), start.firstTickId());
            }
            case SessionEndDecoder.TEMPLATE_ID -> {
                end.wrapAndApplyHeader(bytes, at, header);
                handler.sessionEnded(end.session(), end.lastTickId() + 1);
            }
            case HeartbeatDecoder.TEMPLATE_ID ->
                handler.heartbeat(
                        heartbeat.wrapAndApplyHeader(bytes, at, header).nextTickId());
            case InstrumentDefinitionDecoder.TEMPLATE_ID ->
                handler.instrument(definition.wrapAndApplyHeader(bytes, at, header));
            case VenueDefinitionDecoder.TEMPLATE_ID -> handler.venue(venue.wrapAndApplyHeader(bytes, at, header));
            default -> {
                // what a later schema adds is passed over
            }
        }
    }
}
