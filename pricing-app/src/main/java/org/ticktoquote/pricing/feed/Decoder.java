package org.ticktoquote.pricing.feed;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.ticktoquote.core.marketdata.HeartbeatDecoder;
import org.ticktoquote.core.marketdata.InstrumentDefinitionDecoder;
import org.ticktoquote.core.marketdata.MessageHeaderDecoder;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.core.marketdata.SessionEndDecoder;
import org.ticktoquote.core.marketdata.SessionStartDecoder;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.pricing.pipeline.Inlet;

/**
 * Component 2: takes packets apart into messages.
 *
 * <p>Messages of unknown kinds are passed over by their length; a packet that ends inside a message is malformed and
 * its rest is left, counted.
 */
public final class Decoder implements Inlet<FeedPacket> {
    /** Bytes of the composite {@code packetHeader}, which the code generator leaves out: no message uses it. */
    private static final int PACKET_HEADER = 20;

    private static final int PACKET_SESSION = 0;

    private final Inlet<FeedMessage> next;
    private final FeedCounters counters;
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final QuoteDecoder quote = new QuoteDecoder();
    private final SessionStartDecoder start = new SessionStartDecoder();
    private final SessionEndDecoder end = new SessionEndDecoder();
    private final HeartbeatDecoder heartbeat = new HeartbeatDecoder();
    private final InstrumentDefinitionDecoder definition = new InstrumentDefinitionDecoder();
    private long session;

    public Decoder(Inlet<FeedMessage> next, FeedCounters counters) {
        this.next = next;
        this.counters = counters;
    }

    @Override
    public void put(FeedPacket packet) {
        DirectBuffer bytes = packet.bytes();
        int at = 0;
        if (packet.datagram()) {
            if (bytes.capacity() < PACKET_HEADER) {
                counters.malformed();
                return;
            }
            session = bytes.getLong(PACKET_SESSION, ByteOrder.LITTLE_ENDIAN);
            at = PACKET_HEADER;
        }
        while (at < bytes.capacity()) {
            int length = message(bytes, at, packet.arrivedNs());
            if (length < 0) {
                counters.malformed();
                return;
            }
            at += length;
        }
    }

    private int message(DirectBuffer bytes, int at, long arrivedNs) {
        if (at + MessageHeaderDecoder.ENCODED_LENGTH > bytes.capacity()) {
            return -1;
        }
        header.wrap(bytes, at);
        int length = MessageHeaderDecoder.ENCODED_LENGTH + header.blockLength();
        if (at + length > bytes.capacity() || header.schemaId() != MessageHeaderDecoder.SCHEMA_ID) {
            return -1;
        }
        decode(bytes, at, arrivedNs);
        return length;
    }

    private void decode(DirectBuffer bytes, int at, long arrivedNs) {
        switch (header.templateId()) {
            case QuoteDecoder.TEMPLATE_ID -> next.put(tick(quote.wrapAndApplyHeader(bytes, at, header), arrivedNs));
            case SessionStartDecoder.TEMPLATE_ID -> {
                start.wrapAndApplyHeader(bytes, at, header);
                session = start.session();
                next.put(new FeedMessage.SessionStarted(session, start.firstTickId()));
            }
            case SessionEndDecoder.TEMPLATE_ID -> {
                end.wrapAndApplyHeader(bytes, at, header);
                next.put(new FeedMessage.Expected(end.session(), end.lastTickId() + 1));
            }
            case HeartbeatDecoder.TEMPLATE_ID ->
                next.put(new FeedMessage.Expected(
                        session, heartbeat.wrapAndApplyHeader(bytes, at, header).nextTickId()));
            case InstrumentDefinitionDecoder.TEMPLATE_ID ->
                next.put(new FeedMessage.InstrumentDefined(
                        instrument(definition.wrapAndApplyHeader(bytes, at, header))));
            default -> {
                // venues are known by number; what a later schema adds is passed over
            }
        }
    }

    private Tick tick(QuoteDecoder from, long arrivedNs) {
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

    private static Instrument instrument(InstrumentDefinitionDecoder from) {
        return new Instrument(from.instrumentId(), from.symbol(), from.pip(), from.tickSize());
    }
}
