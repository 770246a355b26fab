package org.ticktoquote.wire;

import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.core.marketdata.InstrumentDefinitionEncoder;
import org.ticktoquote.core.marketdata.MessageHeaderEncoder;
import org.ticktoquote.core.marketdata.QuoteEncoder;

/** Datagrams of a feed for tests: a packet header followed by messages. */
public final class FeedDatagram {
    public static final int HEADER = 20;

    private FeedDatagram() {}

    /** Defines instruments, by their ids from the first one. */
    public static byte[] definitions(long session, int first, String... symbols) {
        UnsafeBuffer bytes = headed(session, 1, 0);
        InstrumentDefinitionEncoder definition = new InstrumentDefinitionEncoder();
        int end = HEADER;
        for (int i = 0; i < symbols.length; i++) {
            definition.wrapAndApplyHeader(bytes, end, new MessageHeaderEncoder());
            definition.pip(100_000).tickSize(10_000).instrumentId(first + i).symbol(symbols[i]);
            end += MessageHeaderEncoder.ENCODED_LENGTH + definition.encodedLength();
        }
        return Arrays.copyOf(bytes.byteArray(), end);
    }

    /** One quote, by default with both sides and of the first venue. */
    public static byte[] quote(long session, long number, Consumer<QuoteEncoder> fields) {
        UnsafeBuffer bytes = headed(session, number, 1);
        QuoteEncoder quote = new QuoteEncoder().wrapAndApplyHeader(bytes, HEADER, new MessageHeaderEncoder());
        quote.bidQuantity(1)
                .askQuantity(1)
                .venueId((short) 0)
                .sides()
                .clear()
                .bid(true)
                .ask(true);
        fields.accept(quote);
        return Arrays.copyOf(bytes.byteArray(), HEADER + MessageHeaderEncoder.ENCODED_LENGTH + quote.encodedLength());
    }

    private static UnsafeBuffer headed(long session, long number, int ticks) {
        UnsafeBuffer bytes = new UnsafeBuffer(new byte[1400]);
        bytes.putLong(0, session, ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(8, number, ByteOrder.LITTLE_ENDIAN);
        bytes.putShort(16, (short) ticks, ByteOrder.LITTLE_ENDIAN);
        return bytes;
    }
}
