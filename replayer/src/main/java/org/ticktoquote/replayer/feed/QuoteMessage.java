package org.ticktoquote.replayer.feed;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.ticktoquote.core.marketdata.MessageHeaderEncoder;
import org.ticktoquote.core.marketdata.QuoteEncoder;

/** Copies a quote of a recording, giving it the identity and the time it has on the wire. */
final class QuoteMessage {
    static final int LENGTH = MessageHeaderEncoder.ENCODED_LENGTH + QuoteEncoder.BLOCK_LENGTH;

    private static final int TICK_ID = MessageHeaderEncoder.ENCODED_LENGTH + QuoteEncoder.tickIdEncodingOffset();
    private static final int VENUE_TIME =
            MessageHeaderEncoder.ENCODED_LENGTH + QuoteEncoder.venueTimeNsEncodingOffset();

    private QuoteMessage() {}

    static void copy(DirectBuffer from, int offset, long tickId, long venueTimeNs, MutableDirectBuffer to, int at) {
        to.putBytes(at, from, offset, LENGTH);
        to.putLong(at + TICK_ID, tickId, ByteOrder.LITTLE_ENDIAN);
        to.putLong(at + VENUE_TIME, venueTimeNs, ByteOrder.LITTLE_ENDIAN);
    }
}
