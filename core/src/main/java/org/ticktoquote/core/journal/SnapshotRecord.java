package org.ticktoquote.core.journal;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.journal.JournalSchema.TimeField;
import org.ticktoquote.core.price.Price;

/**
 * One event of a FIX session at the client, in {@code quotes-NN.journal}: a flyweight over 72 bytes.
 *
 * <pre>
 *  0 int64  received: clock read immediately after the read that delivered the end of the message, monotonic ns
 *  8 int64  echoed tick id, of SNAPSHOT and UNKNOWN_BOOK; NO_ID if the message has none
 * 16 int64  best bid, units of 1e-9; Price.NONE if absent
 * 24 int64  best ask, units of 1e-9; Price.NONE if absent
 * 32 int64  quantity at the best bid
 * 40 int64  quantity at the best ask
 * 48 int64  MsgSeqNum (34) of the message. SEQUENCE_GAP, SEQUENCE_RESET: the number found. MALFORMED without a message:
 *          number of bytes. MESSAGE_FLOOD: number of messages. NOT_CAPTURED: number of bytes, 0 if unknown
 * 56 int64  SEQUENCE_GAP, SEQUENCE_RESET: the number expected. MALFORMED: number of messages or pieces. NOT_CAPTURED:
 *          number of messages, 0 if unknown. DISCONNECTED: NOT_FIX if the clients ended the session. UNSUBSCRIBED: STREAM or 0.
 *          UNKNOWN_BOOK: the reason. SNAPSHOT of a 35=X: conflicts with the book ({@link BookFaults}). Else 0
 * 64 uint16 instrument id; 65535 if the event has none
 * 66 uint8  kind of event: SNAPSHOT, LOGGED_ON ...
 * 67 uint8  flags: bit 0 bid present, bit 1 ask present, bit 2 PossDupFlag (43=Y), bit 3 a level of size 0 was ignored,
 *          bits 4 to 6 type of the message with the price: 0 35=W, 1 35=X, 2 35=S, 3 35=i, 4 35=Z,
 *          bit 7 a 35=X that only deletes entries of the pair and has no id before them
 * 68 uint16 number of messages that ended in the same read, this one included
 * 70 uint16 position of this message among them, from 0
 * </pre>
 *
 * <p>The journal appends a check of eight bytes. Does not allocate. Not thread-safe.
 */
public final class SnapshotRecord {
    public static final int LENGTH = 72;
    public static final JournalSchema SCHEMA = new JournalSchema(2, 1, LENGTH, List.of(new TimeField("received", 0)));
    public static final long NO_ID = Long.MIN_VALUE;
    public static final int NO_INSTRUMENT = 0xffff;

    /** The price of one pair after a 35=W, 35=X, 35=S or 35=i, or no price after a 35=Z. */
    public static final int SNAPSHOT = 0;
    /** The counterparty's Logon arrived. The next snapshot of every pair is its first. */
    public static final int LOGGED_ON = 1;
    /** The connection ended, or a Logout arrived. */
    public static final int DISCONNECTED = 2;
    /** A message had an unexpected MsgSeqNum. */
    public static final int SEQUENCE_GAP = 3;
    /** An incremental refresh (35=X) of a pair whose book is unknown. Its price is unknown, even if it echoes a tick id. */
    public static final int UNKNOWN_BOOK = 4;
    /** A subscription was rejected (35=Y, AG or b), for the instrument if one is named. */
    public static final int SUBSCRIPTION_REJECTED = 5;
    /** A snapshot for a symbol without a subscription. */
    public static final int UNKNOWN_SYMBOL = 6;
    /** A snapshot whose price or symbol is missing or malformed, or bytes of a read that are not a FIX message. */
    public static final int MALFORMED = 7;
    /** The harness ended the session on purpose. Ticks missed until LOGGED_ON are caused by the harness. */
    public static final int ORDERED_DOWN = 8;

    /** A quote cancel (35=Z) that matches no quote and no request of the session. */
    public static final int UNKNOWN_CANCEL = 11;

    /** A message of the client was rejected by a 35=j or 35=3. */
    public static final int MESSAGE_REJECTED = 12;

    /**
     * The counterparty reset its sequence numbers during the session, by another Logon or a SequenceReset that skips
     * numbers.
     */
    public static final int SEQUENCE_RESET = 13;

    /**
     * A multiple of {@link #FLOOD_STEP} messages without a price arrived within a second. {@link #messageSequence} is the
     * count.
     */
    public static final int MESSAGE_FLOOD = 14;

    /** Bytes before the next message, and the messages in them, are missing from the capture. */
    public static final int NOT_CAPTURED = 15;

    /** The client of a capture ended its subscription of the instrument. Its ticks are due again after SUBSCRIBED. */
    public static final int UNSUBSCRIBED = 16;
    /** The client of a capture subscribed again to the instrument. The next snapshot of the pair is its first. */
    public static final int SUBSCRIBED = 17;

    /** Number of messages without a price within a second that causes a MESSAGE_FLOOD. Each multiple causes another one. */
    public static final int FLOOD_STEP = 100;

    /** Reason of DISCONNECTED: the clients ended the session permanently because the received bytes were not FIX messages. */
    public static final long NOT_FIX = 1;

    /** Detail of UNSUBSCRIBED: the client had requested every price (263=1). */
    public static final long STREAM = 1;

    /** Reason of UNKNOWN_BOOK: messages are missing. */
    public static final long AFTER_GAP = 1;
    /** Reason of UNKNOWN_BOOK: an entry could not be read. */
    public static final long AFTER_MALFORMED = 2;
    /** Reason of UNKNOWN_BOOK: the book overflowed, and the best price can be among the dropped entries. */
    public static final long AFTER_OVERFLOW = 3;
    /** Reason of UNKNOWN_BOOK: the message is a resend (43=Y) and out of order. */
    public static final long RESENT = 4;

    public static final int BID_PRESENT = 1;
    public static final int ASK_PRESENT = 2;
    public static final int POSS_DUP = 4;
    public static final int WITHDRAWN = 8;

    /** The price came in a 35=W. A record has exactly one of the {@code BY} flags. */
    public static final int BY_SNAPSHOT = 0;

    public static final int BY_INCREMENT = 1 << 4;
    public static final int BY_QUOTE = 2 << 4;
    public static final int BY_MASS_QUOTE = 3 << 4;
    public static final int BY_CANCEL = 4 << 4;
    private static final int MESSAGE_TYPE = 7 << 4;
    /** A 35=X that only deletes entries of its pair and has no id before them. Its id, if any, is of a deleted entry. */
    public static final int ONLY_DELETES = 1 << 7;

    private static final int RECEIVED = 0;
    private static final int TICK_ID = 8;
    private static final int BID = 16;
    private static final int ASK = 24;
    private static final int BID_QUANTITY = 32;
    private static final int ASK_QUANTITY = 40;
    private static final int MESSAGE_SEQUENCE = 48;
    private static final int EXPECTED_SEQUENCE = 56;
    private static final int INSTRUMENT = 64;
    private static final int KIND = 66;
    private static final int FLAGS = 67;
    private static final int MESSAGES_IN_READ = 68;
    private static final int POSITION_IN_READ = 70;

    private DirectBuffer source;
    private int offset;
    private final ClockTranslation clock;
    private final boolean translated;

    /** Creates a flyweight over one record. {@link #wrap} moves it. */
    public SnapshotRecord(DirectBuffer source, int offset) {
        this(source, offset, ClockTranslation.NONE);
    }

    /** Creates a flyweight that translates times from another clock. */
    public SnapshotRecord(DirectBuffer source, int offset, ClockTranslation clock) {
        this.source = source;
        this.offset = offset;
        this.clock = clock;
        this.translated = !clock.equals(ClockTranslation.NONE);
    }

    public SnapshotRecord wrap(JournalReader reader) {
        return wrap(reader.buffer(), reader.offset());
    }

    public SnapshotRecord wrap(DirectBuffer buffer, int at) {
        if (source != buffer) { // writing a reference costs more than comparing
            this.source = buffer;
        }
        this.offset = at;
        return this;
    }

    public long receivedNs() {
        long readingNs = source.getLong(offset + RECEIVED, LITTLE_ENDIAN);
        return translated ? clock.toRun(readingNs) : readingNs;
    }

    public long tickId() {
        return source.getLong(offset + TICK_ID, LITTLE_ENDIAN);
    }

    public long bid() {
        return source.getLong(offset + BID, LITTLE_ENDIAN);
    }

    public long ask() {
        return source.getLong(offset + ASK, LITTLE_ENDIAN);
    }

    public long bidQuantity() {
        return source.getLong(offset + BID_QUANTITY, LITTLE_ENDIAN);
    }

    public long askQuantity() {
        return source.getLong(offset + ASK_QUANTITY, LITTLE_ENDIAN);
    }

    public long messageSequence() {
        return source.getLong(offset + MESSAGE_SEQUENCE, LITTLE_ENDIAN);
    }

    public long expectedSequence() {
        return source.getLong(offset + EXPECTED_SEQUENCE, LITTLE_ENDIAN);
    }

    /** Returns whether the clients ended the session permanently because the received bytes were not FIX messages. */
    public boolean endedByNonFixData() {
        return kind() == DISCONNECTED && expectedSequence() == NOT_FIX;
    }

    public int instrumentId() {
        return source.getShort(offset + INSTRUMENT, LITTLE_ENDIAN) & 0xffff;
    }

    public int kind() {
        return source.getByte(offset + KIND) & 0xff;
    }

    public boolean possDup() {
        return (source.getByte(offset + FLAGS) & POSS_DUP) != 0;
    }

    /** Returns the type of the message with the price: {@link #BY_SNAPSHOT}, {@link #BY_INCREMENT} ... */
    public int messageType() {
        return source.getByte(offset + FLAGS) & MESSAGE_TYPE;
    }

    /** Returns whether this ends a subscription by which the client had requested every price (263=1). */
    public boolean endsStream() {
        return kind() == UNSUBSCRIBED && expectedSequence() == STREAM;
    }

    /** Returns whether there is a bid or an ask. Without either the session has no price of the pair. */
    public boolean hasPrice() {
        return bid() != Price.NONE || ask() != Price.NONE;
    }

    /** Returns whether this is a refresh that echoes a tick id although the price of its pair is unknown. */
    public boolean namesTickWithoutBook() {
        return kind() == UNKNOWN_BOOK && tickId() != NO_ID;
    }

    /** Returns whether the message had only levels of size 0, which are not prices. */
    public boolean onlyZeroSizes() {
        return (source.getByte(offset + FLAGS) & (WITHDRAWN | BID_PRESENT | ASK_PRESENT)) == WITHDRAWN;
    }

    /** Returns whether this is a 35=X that only deletes entries of its pair and has no id before them. */
    public boolean onlyDeletes() {
        return (source.getByte(offset + FLAGS) & ONLY_DELETES) != 0;
    }

    public int messagesInRead() {
        return source.getShort(offset + MESSAGES_IN_READ, LITTLE_ENDIAN) & 0xffff;
    }

    public int positionInRead() {
        return source.getShort(offset + POSITION_IN_READ, LITTLE_ENDIAN) & 0xffff;
    }

    public static void putArrival(MutableDirectBuffer to, int at, long receivedNs, int messagesInRead, int position) {
        to.putLong(at + RECEIVED, receivedNs, LITTLE_ENDIAN);
        to.putShort(at + MESSAGES_IN_READ, (short) messagesInRead, LITTLE_ENDIAN);
        to.putShort(at + POSITION_IN_READ, (short) position, LITTLE_ENDIAN);
    }

    public static void putEvent(
            MutableDirectBuffer to, int at, int kind, int flags, int instrumentId, long sequence, long expected) {
        to.putByte(at + KIND, (byte) kind);
        to.putByte(at + FLAGS, (byte) flags);
        to.putShort(at + INSTRUMENT, (short) instrumentId, LITTLE_ENDIAN);
        to.putLong(at + MESSAGE_SEQUENCE, sequence, LITTLE_ENDIAN);
        to.putLong(at + EXPECTED_SEQUENCE, expected, LITTLE_ENDIAN);
    }

    public static void putTop(
            MutableDirectBuffer to, int at, long tickId, long bid, long ask, long bidQuantity, long askQuantity) {
        to.putLong(at + TICK_ID, tickId, LITTLE_ENDIAN);
        to.putLong(at + BID, bid, LITTLE_ENDIAN);
        to.putLong(at + ASK, ask, LITTLE_ENDIAN);
        to.putLong(at + BID_QUANTITY, bidQuantity, LITTLE_ENDIAN);
        to.putLong(at + ASK_QUANTITY, askQuantity, LITTLE_ENDIAN);
    }
}
