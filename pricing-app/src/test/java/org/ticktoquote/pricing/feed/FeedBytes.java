package org.ticktoquote.pricing.feed;

import java.nio.ByteOrder;
import java.util.Arrays;
import org.agrona.ExpandableArrayBuffer;
import org.ticktoquote.core.marketdata.HeartbeatEncoder;
import org.ticktoquote.core.marketdata.InstrumentDefinitionEncoder;
import org.ticktoquote.core.marketdata.MessageHeaderEncoder;
import org.ticktoquote.core.marketdata.QuoteEncoder;
import org.ticktoquote.core.marketdata.SessionStartEncoder;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.Instrument;

/** Encodes market data as on the wire. */
public final class FeedBytes {
    private final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final boolean stream;
    private int length;
    private int messageStart;

    private FeedBytes(boolean stream) {
        this.stream = stream;
    }

    /** Starts a datagram with its packet header. */
    public static FeedBytes datagram(long session, long sequence) {
        FeedBytes bytes = new FeedBytes(false);
        bytes.buffer.putLong(0, session, ByteOrder.LITTLE_ENDIAN);
        bytes.buffer.putLong(8, sequence, ByteOrder.LITTLE_ENDIAN);
        bytes.length = 20;
        return bytes;
    }

    /** Starts a part of a stream. */
    public static FeedBytes stream() {
        return new FeedBytes(true);
    }

    private int begin() {
        messageStart = length;
        return stream ? length + 6 : length;
    }

    private FeedBytes end(int limit) {
        if (stream) {
            buffer.putInt(messageStart, limit - messageStart, ByteOrder.BIG_ENDIAN);
            buffer.putShort(messageStart + 4, (short) 0xEB50, ByteOrder.BIG_ENDIAN);
        }
        length = limit;
        return this;
    }

    public FeedBytes start(long session, long firstTickId) {
        SessionStartEncoder encoder = new SessionStartEncoder().wrapAndApplyHeader(buffer, begin(), header);
        encoder.session(session).firstTickId(firstTickId);
        return end(encoder.limit());
    }

    public FeedBytes heartbeat(long nextTickId) {
        HeartbeatEncoder encoder = new HeartbeatEncoder().wrapAndApplyHeader(buffer, begin(), header);
        encoder.nextTickId(nextTickId);
        return end(encoder.limit());
    }

    public FeedBytes instrument(Instrument instrument) {
        InstrumentDefinitionEncoder encoder =
                new InstrumentDefinitionEncoder().wrapAndApplyHeader(buffer, begin(), header);
        encoder.pip(instrument.pip()).tickSize(instrument.tickSize()).instrumentId(instrument.id());
        encoder.symbol(instrument.symbol());
        return end(encoder.limit());
    }

    /** Adds a quote with prices as text, "-" for a missing side. */
    public FeedBytes quote(long tickId, int instrumentId, int venueId, long venueTimeNs, String bid, String ask) {
        QuoteEncoder encoder = new QuoteEncoder().wrapAndApplyHeader(buffer, begin(), header);
        encoder.tickId(tickId)
                .venueTimeNs(venueTimeNs)
                .instrumentId(instrumentId)
                .venueId((short) venueId);
        encoder.bid(price(bid)).ask(price(ask)).bidQuantity(1_000_000).askQuantity(2_000_000);
        encoder.sides().clear().bid(!bid.equals("-")).ask(!ask.equals("-"));
        return end(encoder.limit());
    }

    private static long price(String text) {
        return text.equals("-") ? Price.NONE : Price.parse(text);
    }

    public byte[] bytes() {
        return Arrays.copyOf(buffer.byteArray(), length);
    }
}
