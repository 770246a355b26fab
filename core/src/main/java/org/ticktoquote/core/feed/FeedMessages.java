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
 * Splits datagrams and frames of the market-data feed into messages. Skips messages of unknown types by their length. One
 * thread at a time. Does not allocate.
 *
 * <p>A frame on a stream has a Simple Open Framing Header: length including the header, as big-endian uint32, then the
 * encoding type 0xEB50.
 */
public final class FeedMessages {
    /** Length in bytes of the composite {@code packetHeader} at the start of every datagram. */
    public static final int PACKET_HEADER = 20;

    /** Length in bytes of the header of a frame. */
    public static final int FRAME_HEADER = 6;

    private static final int MAX_FRAME_LENGTH = 1 << 16;
    private static final int ENCODING = 4;
    private static final int SBE_LITTLE_ENDIAN = 0xEB50;
    private static final int SCHEMA_ID = 4;

    private final Handler handler;
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final QuoteDecoder quote = new QuoteDecoder();
    private final SessionStartDecoder start = new SessionStartDecoder();
    private final SessionEndDecoder end = new SessionEndDecoder();
    private final HeartbeatDecoder heartbeat = new HeartbeatDecoder();
    private final InstrumentDefinitionDecoder definition = new InstrumentDefinitionDecoder();
    private final VenueDefinitionDecoder venue = new VenueDefinitionDecoder();

    /** Receives the messages in order. A decoder is valid only during the call. */
    public interface Handler {
        void quote(QuoteDecoder quote);

        void sessionStarted(long session, long firstTickId);

        /** Called when a sequence is complete. The next tick would have had this id. */
        void sessionEnded(long session, long nextTickId);

        /** Called when the feed reports that it is alive. The next tick will have this id. */
        void heartbeat(long nextTickId);

        /** Receives the name and price steps of an instrument. */
        void instrument(InstrumentDefinitionDecoder definition);

        void venue(VenueDefinitionDecoder definition);
    }

    public FeedMessages(Handler handler) {
        this.handler = handler;
    }

    /** Returns whether length and encoding type are valid for a frame. */
    public static boolean isFrameHeader(int length, int encoding) {
        return length >= FRAME_HEADER && length <= MAX_FRAME_LENGTH && encoding == SBE_LITTLE_ENDIAN;
    }

    /** Returns the length of the frame at an index, or -1 if no frame begins there. The header must be complete. */
    public static int frameLength(DirectBuffer bytes, int at) {
        int length = bytes.getInt(at, ByteOrder.BIG_ENDIAN);
        int encoding = bytes.getShort(at + ENCODING, ByteOrder.BIG_ENDIAN) & 0xffff;
        return isFrameHeader(length, encoding) ? length : -1;
    }

    /** Returns whether a message header of the schema begins at an index. At least eight bytes must be available. */
    public static boolean isMessage(DirectBuffer bytes, int at) {
        return (bytes.getShort(at + SCHEMA_ID, ByteOrder.LITTLE_ENDIAN) & 0xffff) == MessageHeaderDecoder.SCHEMA_ID;
    }

    /** Returns the session in the packet header of a datagram. */
    public static long session(DirectBuffer datagram, int at) {
        return datagram.getLong(at, ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns the id of the first quote in a datagram, or of the next quote if it has none, from its packet header. */
    public static long sequence(DirectBuffer datagram, int at) {
        return datagram.getLong(at + Long.BYTES, ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Passes the messages in a range of bytes to the handler. Returns whether all are complete and belong to the schema.
     */
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
                // messages added by a later schema are skipped
            }
        }
    }
}
