package org.ticktoquote.clients.tap;

import org.agrona.MutableDirectBuffer;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.price.Price;

/** Writes the events of one session as {@link SnapshotRecord}s; one thread at a time, no allocation. */
final class SessionJournal {
    private static final int MOST_IN_READ = 0xffff;

    private final JournalWriter writer;
    private long lastNs = Long.MIN_VALUE;

    SessionJournal(JournalWriter writer) {
        this.writer = writer;
    }

    void snapshot(long receivedNs, int messagesInRead, int position, FixFields fields) {
        TopOfBook top = fields.top();
        int flags = (top.bid() == Price.NONE ? 0 : SnapshotRecord.BID_PRESENT)
                | (top.ask() == Price.NONE ? 0 : SnapshotRecord.ASK_PRESENT)
                | (fields.possDup() ? SnapshotRecord.POSS_DUP : 0)
                | (top.withdrawn() ? SnapshotRecord.WITHDRAWN : 0);
        int at = writer.claim();
        MutableDirectBuffer to = writer.buffer();
        putArrival(to, at, receivedNs, messagesInRead, position);
        SnapshotRecord.putTop(to, at, fields.tickId(), top.bid(), top.ask(), top.bidQuantity(), top.askQuantity());
        SnapshotRecord.putEvent(to, at, SnapshotRecord.SNAPSHOT, flags, fields.instrument(), fields.sequence(), 0);
        writer.commit();
    }

    /** An event without a price. */
    void event(int kind, long receivedNs, int messagesInRead, int position, int instrument, long found, long expected) {
        int at = writer.claim();
        MutableDirectBuffer to = writer.buffer();
        putArrival(to, at, receivedNs, messagesInRead, position);
        SnapshotRecord.putTop(to, at, SnapshotRecord.NO_ID, Price.NONE, Price.NONE, 0, 0);
        SnapshotRecord.putEvent(to, at, kind, 0, instrument, found, expected);
        writer.commit();
    }

    /** An event that no message brought, after all that was journalled before. */
    void event(int kind, long atNs) {
        event(kind, atNs, 0);
    }

    /** The session went down, for good where that was for garbage. */
    void disconnected(long atNs, boolean forGarbage) {
        event(SnapshotRecord.DISCONNECTED, atNs, forGarbage ? SnapshotRecord.FOR_GARBAGE : 0);
    }

    private void event(int kind, long atNs, long expected) {
        event(kind, Math.max(lastNs, atNs), 0, 0, SnapshotRecord.NO_INSTRUMENT, 0, expected);
    }

    private void putArrival(MutableDirectBuffer to, int at, long receivedNs, int messagesInRead, int position) {
        lastNs = receivedNs;
        SnapshotRecord.putArrival(
                to, at, receivedNs, Math.min(messagesInRead, MOST_IN_READ), Math.min(position, MOST_IN_READ));
    }

    void close() {
        writer.close();
    }
}
