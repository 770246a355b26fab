package org.ticktoquote.core.journal;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.ticktoquote.core.journal.JournalSchema.TimeField;

/**
 * One sent tick, in {@code ticks.journal} (measured) and {@code warmup.journal}: a flyweight over 72 bytes.
 *
 * <pre>
 *  0 int64  tickId: 1, 2, 3 ... in the measured sequence; above {@link #WARM_UP_BASE} in the warm-up sequence
 *  8 int64  intended: scheduled time of sending, monotonic ns
 * 16 int64  sent: clock read immediately before the send call, monotonic ns
 * 24 int64  venue time, ns since 1970-01-01 UTC
 * 32 int64  bid, units of 1e-9; Price.NONE if absent
 * 40 int64  ask, units of 1e-9; Price.NONE if absent
 * 48 int64  bid quantity
 * 56 int64  ask quantity
 * 64 uint16 instrument id
 * 66 uint8  venue id
 * 67 uint8  sides carried: bit 0 bid, bit 1 ask
 * 68 uint8  flags: bit 0 the send call failed; bit 3 the send waited for a receiver that did not read; bit 4 superseded by a
 *           later tick of its pair. In feeds to which applications subscribe: bit 1 not subscribed; bit 2 the subscriber
 *           had lost its session; bit 5, with bit 1, the subscriber had unsubscribed
 * 69 uint24 lower bound of the wait of the send, in units of 10 us; the largest value also means longer waits
 * </pre>
 *
 * <p>The journal appends a check of eight bytes. Does not allocate. Not thread-safe.
 */
public final class TickRecord {
    public static final int LENGTH = 72;
    public static final JournalSchema SCHEMA =
            new JournalSchema(1, 1, LENGTH, List.of(new TimeField("intended", 8), new TimeField("sent", 16)));
    /** Schema of source ids: one int64 per tick, its id at the source of the capture. */
    public static final JournalSchema SOURCE_IDS = new JournalSchema(100, 1, Long.BYTES, List.of());
    /**
     * Schema of periods in which a pair has no known price, because a capture lacks ticks. Three int64: begin, on the
     * clock of the ticks' sent times; id of the tick that ends the period, 0 for none; instrument id.
     */
    public static final JournalSchema PRICE_GAPS = new JournalSchema(101, 1, 24, List.of(new TimeField("begin", 0)));

    public static final int GAP_BEGIN = 0;
    public static final int GAP_END = 8;
    public static final int GAP_INSTRUMENT = 16;
    /** Base of the warm-up tick ids, which therefore never match a measured tick. */
    public static final long WARM_UP_BASE = 1_000_000_000_000L;
    /** No warm-up has more ticks. Higher ids are other numbers, such as milliseconds since 1970. */
    private static final long MAX_WARM_UP = 1_000_000_000;

    public static final int BID = 1;
    public static final int ASK = 2;
    public static final int SEND_FAILED = 1;
    /** Not sent, because no application had subscribed to its pair. */
    public static final int NOT_SUBSCRIBED = 2;
    /** Not sent, because the subscriber had lost its session. */
    public static final int SUBSCRIBER_DISCONNECTED = 4;
    /** The send had to wait until the receiver read. */
    public static final int SEND_WAITED = 8;
    /** Not sent, because a later tick of its pair, in the same slice of the venue's time, replaces it. */
    public static final int SUPERSEDED = 16;
    /** Set with {@link #NOT_SUBSCRIBED} if the subscriber had unsubscribed. */
    public static final int UNSUBSCRIBED = 32;

    /** Unit of the wait of a send in the journal. */
    public static final long WAIT_UNIT_NS = 10_000;

    /** First byte of the content of a tick, after its id and times. */
    static final int CONTENT_FROM = 24;

    static final int CONTENT_TO = 68;

    private static final int TICK_ID = 0;
    private static final int INTENDED = 8;
    private static final int SENT = 16;
    private static final int VENUE_TIME = 24;
    private static final int BID_PRICE = 32;
    private static final int ASK_PRICE = 40;
    private static final int BID_QUANTITY = 48;
    private static final int ASK_QUANTITY = 56;
    private static final int INSTRUMENT = 64;
    private static final int VENUE = 66;
    private static final int SIDES = 67;
    private static final int FLAGS = 68;
    private static final int FLAG_BITS = 8;
    private static final long MAX_WAIT_UNITS = (1 << 24) - 1;

    private DirectBuffer source;
    private int offset;

    /** Creates a flyweight over one record. {@link #wrap} moves it. */
    public TickRecord(DirectBuffer source, int offset) {
        this.source = source;
        this.offset = offset;
    }

    public TickRecord wrap(JournalReader reader) {
        return wrap(reader.buffer(), reader.offset());
    }

    public TickRecord wrap(DirectBuffer buffer, int at) {
        this.source = buffer;
        this.offset = at;
        return this;
    }

    public static boolean isWarmUp(long tickId) {
        return tickId > WARM_UP_BASE && tickId <= WARM_UP_BASE + MAX_WARM_UP;
    }

    /** Maps ids to positions in the order sent: warm-up ticks are negative, measured ticks start at 1. */
    public static long place(long tickId) {
        return isWarmUp(tickId) ? tickId - Long.MAX_VALUE : tickId;
    }

    public long tickId() {
        return source.getLong(offset + TICK_ID, LITTLE_ENDIAN);
    }

    public long intendedNs() {
        return source.getLong(offset + INTENDED, LITTLE_ENDIAN);
    }

    public long sentNs() {
        return source.getLong(offset + SENT, LITTLE_ENDIAN);
    }

    public long venueTimeNs() {
        return source.getLong(offset + VENUE_TIME, LITTLE_ENDIAN);
    }

    public long bid() {
        return source.getLong(offset + BID_PRICE, LITTLE_ENDIAN);
    }

    public long ask() {
        return source.getLong(offset + ASK_PRICE, LITTLE_ENDIAN);
    }

    public long bidQuantity() {
        return source.getLong(offset + BID_QUANTITY, LITTLE_ENDIAN);
    }

    public long askQuantity() {
        return source.getLong(offset + ASK_QUANTITY, LITTLE_ENDIAN);
    }

    public int instrumentId() {
        return source.getShort(offset + INSTRUMENT, LITTLE_ENDIAN) & 0xffff;
    }

    public int venueId() {
        return source.getByte(offset + VENUE) & 0xff;
    }

    /** Returns {@link #BID}, {@link #ASK} or both. */
    public int sides() {
        return source.getByte(offset + SIDES) & 0xff;
    }

    public boolean sendFailed() {
        return has(SEND_FAILED);
    }

    /** Returns whether the pair had no subscriber, so that no session expects the tick. */
    public boolean notSubscribed() {
        return has(NOT_SUBSCRIBED);
    }

    public boolean unsubscribed() {
        return has(UNSUBSCRIBED);
    }

    /** Returns whether the tick was not sent because the subscriber had lost its session. */
    public boolean subscriberDisconnected() {
        return has(SUBSCRIBER_DISCONNECTED);
    }

    /** Returns whether the tick was not sent because a later tick of its pair replaces it. No session expects it. */
    public boolean superseded() {
        return has(SUPERSEDED);
    }

    /** Returns whether the tick was not sent and no session expects it. It matches no snapshot, even one that echoes its id. */
    public boolean isOmitted() {
        return notSubscribed() || superseded();
    }

    /** Returns whether the send waited for a receiver that did not read. */
    public boolean sendWaited() {
        return has(SEND_WAITED);
    }

    private boolean has(int flag) {
        return (source.getByte(offset + FLAGS) & flag) != 0;
    }

    /** Returns a lower bound of how long the send, begun at {@link #sentNs}, waited for a receiver that did not read. */
    public long waitedNs() {
        return (source.getInt(offset + FLAGS, LITTLE_ENDIAN) >>> FLAG_BITS) * WAIT_UNIT_NS;
    }

    /** Writes id and times of a tick whose send did not wait. */
    public static void putTimes(MutableDirectBuffer to, int at, long tickId, long intendedNs, long sentNs, int flags) {
        putTimes(to, at, tickId, intendedNs, sentNs, flags, 0);
    }

    /** Writes id, times and send wait of a tick. Rounds the wait down to {@link #WAIT_UNIT_NS}. */
    public static void putTimes(
            MutableDirectBuffer to, int at, long tickId, long intendedNs, long sentNs, int flags, long waitedNs) {
        to.putLong(at + TICK_ID, tickId, LITTLE_ENDIAN);
        to.putLong(at + INTENDED, intendedNs, LITTLE_ENDIAN);
        to.putLong(at + SENT, sentNs, LITTLE_ENDIAN);
        int units = (int) Math.min(MAX_WAIT_UNITS, waitedNs / WAIT_UNIT_NS);
        to.putInt(at + FLAGS, units << FLAG_BITS | flags, LITTLE_ENDIAN);
    }

    public static void putSource(
            MutableDirectBuffer to, int at, long venueTimeNs, int instrumentId, int venueId, int sides) {
        to.putLong(at + VENUE_TIME, venueTimeNs, LITTLE_ENDIAN);
        to.putShort(at + INSTRUMENT, (short) instrumentId, LITTLE_ENDIAN);
        to.putByte(at + VENUE, (byte) venueId);
        to.putByte(at + SIDES, (byte) sides);
    }

    public static void putTop(MutableDirectBuffer to, int at, long bid, long ask, long bidQuantity, long askQuantity) {
        to.putLong(at + BID_PRICE, bid, LITTLE_ENDIAN);
        to.putLong(at + ASK_PRICE, ask, LITTLE_ENDIAN);
        to.putLong(at + BID_QUANTITY, bidQuantity, LITTLE_ENDIAN);
        to.putLong(at + ASK_QUANTITY, askQuantity, LITTLE_ENDIAN);
    }
}
