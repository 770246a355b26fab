package org.ticktoquote.pricing.truth;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.JournalSchema;

/**
 * Quote for one session, sent or not, in {@code truth-quotes.journal}: a flyweight over 56 bytes.
 * <pre>
 *  0 int64  id of the tick that the quote echoes
 *  8 int64  out: clock reading on the sending thread, directly before the message is flushed to the socket,
 *           monotonic ns; 0 if nothing was sent
 * 16 int64  bid, units of 1e-9
 * 24 int64  ask, units of 1e-9
 * 32 int64  for CONFLATED the id of the tick that replaced it, else 0
 * 40 int64  MsgSeqNum (34) of the message; 0 if nothing was sent
 * 48 uint16 instrument id
 * 50 uint16 session index
 * 52 uint8  {@link Fate}, by code
 * 53 uint8  tier of the session
 * 54 uint16 0
 * </pre>
 *
 * <p>Records of one session and instrument are in the order in which their fates were decided. Does not allocate. Not
 * thread-safe.
 */
public final class TruthQuoteRecord {
    public static final int LENGTH = 56;
    public static final JournalSchema SCHEMA = new JournalSchema(12, 1, LENGTH);
    public static final String FILE = "truth-quotes.journal";

    private static final List<Fate> FATES = List.of(Fate.values());
    private static final int TICK_ID = 0;
    private static final int OUT = 8;
    private static final int BID = 16;
    private static final int ASK = 24;
    private static final int SUPERSEDED_BY = 32;
    private static final int MESSAGE_SEQUENCE = 40;
    private static final int INSTRUMENT = 48;
    private static final int SESSION = 50;
    private static final int FATE = 52;
    private static final int TIER = 53;

    private DirectBuffer source;
    private int offset;

    /** Creates a flyweight over one record; {@link #wrap} moves it. */
    public TruthQuoteRecord(DirectBuffer source, int offset) {
        this.source = source;
        this.offset = offset;
    }

    /** Moves to the current record of a reader. */
    public TruthQuoteRecord wrap(JournalReader reader) {
        this.source = reader.buffer();
        this.offset = reader.offset();
        return this;
    }

    public long tickId() {
        return source.getLong(offset + TICK_ID, LITTLE_ENDIAN);
    }

    public long outNs() {
        return source.getLong(offset + OUT, LITTLE_ENDIAN);
    }

    public long bid() {
        return source.getLong(offset + BID, LITTLE_ENDIAN);
    }

    public long ask() {
        return source.getLong(offset + ASK, LITTLE_ENDIAN);
    }

    public long supersededBy() {
        return source.getLong(offset + SUPERSEDED_BY, LITTLE_ENDIAN);
    }

    public long messageSequence() {
        return source.getLong(offset + MESSAGE_SEQUENCE, LITTLE_ENDIAN);
    }

    public int instrumentId() {
        return source.getShort(offset + INSTRUMENT, LITTLE_ENDIAN) & 0xffff;
    }

    public int session() {
        return source.getShort(offset + SESSION, LITTLE_ENDIAN) & 0xffff;
    }

    public Fate fate() {
        return FATES.get(source.getByte(offset + FATE));
    }

    public int tier() {
        return source.getByte(offset + TIER) & 0xff;
    }

    static void put(MutableDirectBuffer to, int at, Truth.QuoteFacts facts) {
        to.putLong(at + TICK_ID, facts.tickId(), LITTLE_ENDIAN);
        to.putLong(at + OUT, facts.outNs(), LITTLE_ENDIAN);
        to.putLong(at + BID, facts.bid(), LITTLE_ENDIAN);
        to.putLong(at + ASK, facts.ask(), LITTLE_ENDIAN);
        to.putLong(at + SUPERSEDED_BY, facts.supersededBy(), LITTLE_ENDIAN);
        to.putLong(at + MESSAGE_SEQUENCE, facts.messageSequence(), LITTLE_ENDIAN);
        to.putShort(at + INSTRUMENT, (short) facts.instrumentId(), LITTLE_ENDIAN);
        to.putShort(at + SESSION, (short) facts.session(), LITTLE_ENDIAN);
        to.putByte(at + FATE, (byte) FATES.indexOf(facts.fate()));
        to.putByte(at + TIER, (byte) facts.tier());
        to.putShort(at + TIER + 1, (short) 0, LITTLE_ENDIAN);
    }
}
