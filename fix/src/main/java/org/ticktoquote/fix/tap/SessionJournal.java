package org.ticktoquote.fix.tap;

import org.agrona.MutableDirectBuffer;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.fix.tap.TapCounters.Kind;

/** Writes the events of one session as {@link SnapshotRecord}s. One thread at a time. Does not allocate. */
final class SessionJournal {
    private static final int MAX_MESSAGES_IN_READ = 0xffff;

    private final JournalWriter writer;
    private final TapCounters counters;
    private long lastNs = Long.MIN_VALUE;
    private int messagesInRead;
    private int position;
    private FixFields message;

    /** @param none empty fields, used before the first message */
    SessionJournal(JournalWriter writer, TapCounters counters, FixFields none) {
        this.writer = writer;
        this.counters = counters;
        this.message = none;
    }

    /**
     * Begins the records of one message. Bytes are received in order, so a time before the previous message's is replaced by
     * that time.
     *
     * @param atNs time at which its bytes were received
     * @param ofMessages number of messages that ended in its read
     * @param at position among them
     * @return time at which the message was received
     */
    long message(long atNs, int ofMessages, int at, FixFields fields) {
        if (atNs < lastNs) {
            counters.count(Kind.OVERTAKING);
        } else {
            lastNs = atNs;
        }
        messagesInRead = Math.min(ofMessages, MAX_MESSAGES_IN_READ);
        position = Math.min(at, MAX_MESSAGES_IN_READ);
        message = fields;
        return lastNs;
    }

    /** Writes the price of the message's pair. */
    void snapshot() {
        price(SnapshotRecord.BY_SNAPSHOT, message.instrument(), message.tickId(), message.top(), 0);
    }

    /**
     * Writes the price of a pair after the message.
     *
     * @param by flags of the message: its type, such as {@link SnapshotRecord#BY_QUOTE}, and
     *     {@link SnapshotRecord#ONLY_DELETES}
     * @param faults flags of {@link org.ticktoquote.core.journal.BookFaults}
     */
    void price(int by, int instrument, long tickId, TopOfBook top, long faults) {
        int flags = by
                | (top.bid() == Price.NONE ? 0 : SnapshotRecord.BID_PRESENT)
                | (top.ask() == Price.NONE ? 0 : SnapshotRecord.ASK_PRESENT)
                | possDup()
                | (top.withdrawn() ? SnapshotRecord.WITHDRAWN : 0);
        counters.recordId(tickId);
        int at = writer.claim();
        MutableDirectBuffer to = writer.buffer();
        SnapshotRecord.putArrival(to, at, lastNs, messagesInRead, position);
        SnapshotRecord.putTop(to, at, tickId, top.bid(), top.ask(), top.bidQuantity(), top.askQuantity());
        SnapshotRecord.putEvent(to, at, SnapshotRecord.SNAPSHOT, flags, instrument, message.sequence(), faults);
        writer.commit();
    }

    private int possDup() {
        return message.possDup() ? SnapshotRecord.POSS_DUP : 0;
    }

    /** Writes an event of the message, without a price. */
    void event(int kind, int instrument, long found, long expected) {
        put(kind, 0, messagesInRead, position, instrument, SnapshotRecord.NO_ID, found, expected);
    }

    /**
     * Writes a refresh of an unknown book, with the reason and the tick id that the refresh names.
     *
     * @param flags {@link SnapshotRecord#ONLY_DELETES} or 0
     */
    void withoutBook(int flags, int instrument, long tickId, long because) {
        int kind = SnapshotRecord.UNKNOWN_BOOK;
        put(kind, flags | possDup(), messagesInRead, position, instrument, tickId, message.sequence(), because);
    }

    private void put(
            int kind, int flags, int ofMessages, int place, int instrument, long tickId, long found, long expected) {
        int at = writer.claim();
        MutableDirectBuffer to = writer.buffer();
        SnapshotRecord.putArrival(to, at, lastNs, ofMessages, place);
        SnapshotRecord.putTop(to, at, tickId, Price.NONE, Price.NONE, 0, 0);
        SnapshotRecord.putEvent(to, at, kind, flags, instrument, found, expected);
        writer.commit();
    }

    /**
     * Records bytes and messages that were not captured before the next message.
     *
     * @param atNs time at which the loss became certain
     * @param nextNs time at which the next message was received
     */
    void notCaptured(long atNs, long nextNs, long bytes, long messages) {
        between(SnapshotRecord.NOT_CAPTURED, SnapshotRecord.NO_INSTRUMENT, Math.min(atNs, nextNs), bytes, messages);
        counters.count(Kind.NOT_CAPTURED, messages);
    }

    /** Writes an event without a message, timed no earlier than the previous events. */
    void event(int kind, long atNs) {
        event(kind, SnapshotRecord.NO_INSTRUMENT, atNs);
    }

    /** Writes an event of an instrument without a message, timed no earlier than the previous events. */
    void event(int kind, int instrument, long atNs) {
        between(kind, instrument, atNs, 0, 0);
    }

    /** Writes that the session was disconnected, and whether garbage ended it for good. */
    void disconnected(long atNs, boolean forGarbage) {
        long reason = forGarbage ? SnapshotRecord.NOT_FIX : 0;
        between(SnapshotRecord.DISCONNECTED, SnapshotRecord.NO_INSTRUMENT, atNs, 0, reason);
    }

    /** Writes that the client of a capture unsubscribed from an instrument, and whether it had requested a stream. */
    void unsubscribed(int instrument, long atNs, boolean ofStream) {
        between(SnapshotRecord.UNSUBSCRIBED, instrument, atNs, 0, ofStream ? SnapshotRecord.STREAM : 0);
    }

    private void between(int kind, int instrument, long atNs, long found, long expected) {
        lastNs = Math.max(lastNs, atNs);
        put(kind, 0, 0, 0, instrument, SnapshotRecord.NO_ID, found, expected);
    }

    void close() {
        writer.close();
    }
}
