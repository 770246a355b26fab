package org.ticktoquote.replayer.replay;

import java.nio.file.Path;
import java.util.UUID;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.journal.TickDigest;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.replayer.recording.QuoteMessage;
import org.ticktoquote.replayer.recording.Recording;

/**
 * Writes one {@link TickRecord} per tick. {@link #prepare} writes the fields that are known in advance and {@link #complete}
 * the rest, so that little work is left between two sends.
 *
 * <p>Used by the pacer only. Does not allocate.
 */
final class TickJournal implements AutoCloseable {
    private final JournalWriter writer;
    private final QuoteDecoder quote = new QuoteDecoder();
    private long tickId;
    private int record;

    private TickJournal(JournalWriter writer) {
        this.writer = writer;
    }

    /** Creates a journal with room for a number of ticks in its first segment. */
    static TickJournal create(Path file, UUID run, long ticks) {
        return new TickJournal(JournalWriter.at(file, TickRecord.SCHEMA)
                .run(run)
                .recordsPerSegment(ticks)
                .open());
    }

    /** Writes the fields of the next tick. Replaces a prepared tick that was not completed. */
    void prepare(DirectBuffer message, int offset, long id, long venueTimeNs) {
        tickId = id;
        record = writer.claim();
        put(quote, message, offset, venueTimeNs, writer.buffer(), record);
    }

    private static void put(
            QuoteDecoder quote, DirectBuffer message, int offset, long venueTimeNs, MutableDirectBuffer to, int at) {
        QuoteMessage.wrap(quote, message, offset);
        int sides = QuoteMessage.sides(message, offset);
        TickRecord.putSource(to, at, venueTimeNs, quote.instrumentId(), quote.venueId(), sides);
        TickRecord.putTop(to, at, quote.bid(), quote.ask(), quote.bidQuantity(), quote.askQuantity());
    }

    /** Returns the digest of the ticks of a window as its journal will record them. Reads the window once. */
    static String digest(Recording recording, Window window) {
        TickDigest digest = new TickDigest();
        UnsafeBuffer record = new UnsafeBuffer(new byte[TickRecord.LENGTH]);
        QuoteDecoder quote = new QuoteDecoder();
        for (long index = window.first(); index < window.end(); index++) {
            long timeNs = recording.venueTimeNs(index);
            put(quote, recording.buffer(index), recording.offset(index), timeNs, record, 0);
            digest.add(record, 0);
        }
        return digest.hex();
    }

    /** Adds the sent time and the wait of the send, and publishes the record. */
    void complete(long intendedNs, long sentNs, int flags, long waitedNs) {
        TickRecord.putTimes(writer.buffer(), record, tickId, intendedNs, sentNs, flags, waitedNs);
        writer.commit();
    }

    /** Returns the number of ticks that waited for disk space, a delay of the harness. */
    long rollWaits() {
        return writer.rollWaits();
    }

    @Override
    public void close() {
        writer.close();
    }
}
