package org.ticktoquote.replayer.recording;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.ticktoquote.core.marketdata.MessageHeaderDecoder;
import org.ticktoquote.core.marketdata.MessageHeaderEncoder;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.core.marketdata.QuoteEncoder;

/** Quote as stored in a recording and sent on the wire, a fixed-length SBE message header and block. */
public final class QuoteMessage {
    public static final int LENGTH = MessageHeaderEncoder.ENCODED_LENGTH + QuoteEncoder.BLOCK_LENGTH;

    static final int SCHEMA_ID = QuoteEncoder.SCHEMA_ID;
    static final int SCHEMA_VERSION = QuoteEncoder.SCHEMA_VERSION;
    public static final int MAX_INSTRUMENTS = 1 << 16;
    public static final int MAX_VENUES = 1 << 8;

    private static final int BLOCK = MessageHeaderEncoder.ENCODED_LENGTH;
    private static final int TICK_ID = BLOCK + QuoteDecoder.tickIdEncodingOffset();
    private static final int SIDES = BLOCK + QuoteDecoder.sidesEncodingOffset();
    private static final int VENUE_TIME = BLOCK + QuoteDecoder.venueTimeNsEncodingOffset();

    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final QuoteEncoder encoder = new QuoteEncoder();

    /** Writes a quote with its message header. */
    public void encode(RecordedQuote quote, long tickId, MutableDirectBuffer to, int at) {
        encoder.wrapAndApplyHeader(to, at, header)
                .tickId(tickId)
                .venueTimeNs(quote.venueTimeNs())
                .bid(quote.bid())
                .ask(quote.ask())
                .bidQuantity(quote.bidQuantity())
                .askQuantity(quote.askQuantity())
                .instrumentId(quote.instrumentId())
                .venueId((short) quote.venueId())
                .sides()
                .clear()
                .bid(quote.hasBid())
                .ask(quote.hasAsk());
    }

    static RecordedQuote decode(DirectBuffer from, int at) {
        QuoteDecoder decoder = block(from, at);
        return new RecordedQuote(
                decoder.venueTimeNs(),
                decoder.instrumentId(),
                decoder.venueId(),
                decoder.bid(),
                decoder.ask(),
                decoder.bidQuantity(),
                decoder.askQuantity());
    }

    /** Copies a quote and replaces its tick id and venue time. */
    public static void copy(
            DirectBuffer from, int offset, long tickId, long venueTimeNs, MutableDirectBuffer to, int at) {
        to.putBytes(at, from, offset, LENGTH);
        to.putLong(at + TICK_ID, tickId, ByteOrder.LITTLE_ENDIAN);
        to.putLong(at + VENUE_TIME, venueTimeNs, ByteOrder.LITTLE_ENDIAN);
    }

    static long venueTimeNs(DirectBuffer from, int at) {
        return from.getLong(at + VENUE_TIME, ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns the index of a recorded quote in its recording. Does not allocate. */
    public static long index(DirectBuffer from, int at) {
        return tickId(from, at) - 1;
    }

    static long tickId(DirectBuffer from, int at) {
        return from.getLong(at + TICK_ID, ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns true if the message header is a quote's and the side flags match the prices. */
    static boolean isSound(DirectBuffer from, int at) {
        MessageHeaderDecoder header = new MessageHeaderDecoder().wrap(from, at);
        QuoteDecoder quote = block(from, at);
        return header.blockLength() == QuoteDecoder.BLOCK_LENGTH
                && header.templateId() == QuoteDecoder.TEMPLATE_ID
                && header.schemaId() == SCHEMA_ID
                && header.version() == SCHEMA_VERSION
                && quote.sides().bid() == (quote.bid() != QuoteDecoder.bidNullValue())
                && quote.sides().ask() == (quote.ask() != QuoteDecoder.askNullValue());
    }

    /** Returns a decoder of the quote after its message header. */
    public static QuoteDecoder block(DirectBuffer from, int at) {
        return wrap(new QuoteDecoder(), from, at);
    }

    /** Wraps a decoder around the quote after its message header. Does not allocate. */
    public static QuoteDecoder wrap(QuoteDecoder decoder, DirectBuffer from, int at) {
        return decoder.wrap(from, at + BLOCK, QuoteDecoder.BLOCK_LENGTH, QuoteDecoder.SCHEMA_VERSION);
    }

    /** Returns a quote's side flags. */
    public static int sides(DirectBuffer from, int at) {
        return from.getByte(at + SIDES);
    }
}
