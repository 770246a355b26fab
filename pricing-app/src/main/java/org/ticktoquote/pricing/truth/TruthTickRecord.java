package org.ticktoquote.pricing.truth;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.JournalSchema;

/**
 * Tick with the application's decision, in {@code truth-ticks.journal}: a flyweight over 64 bytes.
 * <pre>
 *  0 int64  tick id
 *  8 int64  arrived: clock reading directly after the receive call that delivered it, monotonic ns
 * 16 int64  decided: clock reading at the decision, monotonic ns
 * 24 int64  effective hold in ns: from arrival to release, 0 without hold and for ticks that are not published
 * 32 int64  bit mask of the tiers whose expected price changed; 0 unless published
 * 40 int64  composite bid after the tick, also of a rejected composite; Price.NONE if there is no composite
 * 48 int64  composite ask, like the bid
 * 56 uint16 instrument id
 * 58 uint8  venue id
 * 59 uint8  {@link Decision}, by code
 * 60 int32  0
 * </pre>
 *
 * <p>Records are in the order of decisions, which is tick order per instrument. Does not allocate. Not thread-safe.
 */
public final class TruthTickRecord {
    public static final int LENGTH = 64;
    public static final JournalSchema SCHEMA = new JournalSchema(11, 1, LENGTH);
    public static final String FILE = "truth-ticks.journal";

    private static final List<Decision> DECISIONS = List.of(Decision.values());
    private static final int TICK_ID = 0;
    private static final int ARRIVED = 8;
    private static final int DECIDED = 16;
    private static final int HOLD = 24;
    private static final int CHANGED_TIERS = 32;
    private static final int COMPOSITE_BID = 40;
    private static final int COMPOSITE_ASK = 48;
    private static final int INSTRUMENT = 56;
    private static final int VENUE = 58;
    private static final int DECISION = 59;

    private DirectBuffer source;
    private int offset;

    /** Creates a flyweight over one record; {@link #wrap} moves it. */
    public TruthTickRecord(DirectBuffer source, int offset) {
        this.source = source;
        this.offset = offset;
    }

    /** Moves to the current record of a reader. */
    public TruthTickRecord wrap(JournalReader reader) {
        this.source = reader.buffer();
        this.offset = reader.offset();
        return this;
    }

    public long tickId() {
        return source.getLong(offset + TICK_ID, LITTLE_ENDIAN);
    }

    public long arrivedNs() {
        return source.getLong(offset + ARRIVED, LITTLE_ENDIAN);
    }

    public long decidedNs() {
        return source.getLong(offset + DECIDED, LITTLE_ENDIAN);
    }

    public long holdNs() {
        return source.getLong(offset + HOLD, LITTLE_ENDIAN);
    }

    public long changedTiers() {
        return source.getLong(offset + CHANGED_TIERS, LITTLE_ENDIAN);
    }

    public long compositeBid() {
        return source.getLong(offset + COMPOSITE_BID, LITTLE_ENDIAN);
    }

    public long compositeAsk() {
        return source.getLong(offset + COMPOSITE_ASK, LITTLE_ENDIAN);
    }

    public int instrumentId() {
        return source.getShort(offset + INSTRUMENT, LITTLE_ENDIAN) & 0xffff;
    }

    public int venueId() {
        return source.getByte(offset + VENUE) & 0xff;
    }

    public Decision decision() {
        return DECISIONS.get(source.getByte(offset + DECISION));
    }

    static void put(MutableDirectBuffer to, int at, Truth.TickFacts facts) {
        to.putLong(at + TICK_ID, facts.tickId(), LITTLE_ENDIAN);
        to.putLong(at + ARRIVED, facts.arrivedNs(), LITTLE_ENDIAN);
        to.putLong(at + DECIDED, facts.decidedNs(), LITTLE_ENDIAN);
        to.putLong(at + HOLD, facts.holdNs(), LITTLE_ENDIAN);
        to.putLong(at + CHANGED_TIERS, facts.changedTiers(), LITTLE_ENDIAN);
        to.putLong(at + COMPOSITE_BID, facts.compositeBid(), LITTLE_ENDIAN);
        to.putLong(at + COMPOSITE_ASK, facts.compositeAsk(), LITTLE_ENDIAN);
        to.putShort(at + INSTRUMENT, (short) facts.instrumentId(), LITTLE_ENDIAN);
        to.putByte(at + VENUE, (byte) facts.venueId());
        to.putByte(at + DECISION, (byte) DECISIONS.indexOf(facts.decision()));
    }
}
