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
 * Writes one {@link TickRecord} a tick: what is known before its moment in {@link #prepare}, the rest in {@link
 * #complete}, so that little is left to do between two sends.
 *
 * <p>Used by the pacer only; does not allocate.
 */
final class TickJournal implements AutoCloseable {
    private final JournalWriter writer;
    private final QuoteDecoder quote = new QuoteDecoder();
    private long tickId;
    private int record;

    private TickJournal(JournalWriter writer) {
        this.writer = writer;
    }

    /** A new journal with room for a number of ticks in its first segment. */
    static TickJournal create(Path file, UUID run, long ticks) {
        return new TickJournal(JournalWriter.at(file, TickRecord.SCHEMA)
                .run(run)
                .recordsPerSegment(ticks)
                .open());
    }

    /** Notes the tick that will be sent next; a tick noted before and not completed is forgotten. */
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

    /** Reads a window once for the checksum of what its journal will say of the ticks before anything is sent. */
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

    /** Adds when it was sent and how long that waited, and makes the record visible. */
    void complete(long intendedNs, long sentNs, int flags, long waitedNs) {
        TickRecord.putTimes(writer.buffer(), record, tickId, intendedNs, sentNs, flags, waitedNs);
        writer.commit();
    }

    /** How often a tick waited for room on the disk; each is a delay of ours. */
    long rollWaits() {
        return writer.rollWaits();
    }

    @Override
    public void close() {
        writer.close();
    }
}
