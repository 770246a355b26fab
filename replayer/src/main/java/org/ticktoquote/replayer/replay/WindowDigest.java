package org.ticktoquote.replayer.replay;

import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.core.journal.TickDigest;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.marketdata.MessageHeaderDecoder;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.replayer.recording.Recording;

/** What the ticks of a window say, as one checksum, taken from the recording before anything is sent. */
final class WindowDigest {
    private static final int SIDES = MessageHeaderDecoder.ENCODED_LENGTH + QuoteDecoder.sidesEncodingOffset();

    private WindowDigest() {}

    /** Reads the window once. */
    static String of(Recording recording, Window window) {
        TickDigest digest = new TickDigest();
        UnsafeBuffer record = new UnsafeBuffer(new byte[TickRecord.LENGTH]);
        QuoteDecoder quote = new QuoteDecoder();
        for (long index = window.first(); index < window.end(); index++) {
            quote.wrap(
                    recording.buffer(index),
                    recording.offset(index) + MessageHeaderDecoder.ENCODED_LENGTH,
                    QuoteDecoder.BLOCK_LENGTH,
                    QuoteDecoder.SCHEMA_VERSION);
            int sides = recording.buffer(index).getByte(recording.offset(index) + SIDES);
            TickRecord.putSource(record, 0, recording.venueTimeNs(index), quote.instrumentId(), quote.venueId(), sides);
            TickRecord.putTop(record, 0, quote.bid(), quote.ask(), quote.bidQuantity(), quote.askQuantity());
            digest.add(record, 0);
        }
        return digest.hex();
    }
}
