package org.ticktoquote.fix.tap;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.ticktoquote.core.journal.TickRecord;

/**
 * What one session has received: counted by its I/O thread with ordered stores, read by any.
 *
 * <p>Counting neither allocates nor locks nor waits.
 */
public final class TapCounters {
    private final AtomicLong snapshots = new AtomicLong();
    private long highestId;
    private final AtomicLong gaps = new AtomicLong();
    private final AtomicLong drops = new AtomicLong();
    private final AtomicLong overtaking = new AtomicLong();
    private final AtomicLong notCaptured = new AtomicLong();
    private final AtomicLongArray updates = new AtomicLongArray(PriceUpdates.Message.values().length);
    private final AtomicLong malformed = new AtomicLong();
    private final AtomicLong unknownSymbols = new AtomicLong();
    private final AtomicLongArray byInstrument;

    TapCounters(int highestInstrument) {
        this.byInstrument = new AtomicLongArray(highestInstrument + 1);
    }

    void countSnapshot(int instrument, TopOfBook top) {
        countOne(snapshots);
        if (!top.isEmpty()) {
            byInstrument.lazySet(instrument, byInstrument.getPlain(instrument) + 1);
        }
    }

    void countGap() {
        countOne(gaps);
    }

    void countDrop() {
        countOne(drops);
    }

    void countOvertaking() {
        countOne(overtaking);
    }

    void countNotCaptured(long count) {
        notCaptured.lazySet(notCaptured.getPlain() + count);
    }

    void count(PriceUpdates.Message message) {
        int at = message.place;
        updates.lazySet(at, updates.getPlain(at) + 1);
    }

    void countMalformed(int count) {
        malformed.lazySet(malformed.getPlain() + count);
    }

    void countUnknownSymbol() {
        countOne(unknownSymbols);
    }

    /** One writer: no read-modify-write needed. */
    private static void countOne(AtomicLong counter) {
        counter.lazySet(counter.getPlain() + 1);
    }

    /** On the thread that writes: the id that a price echoes, if any. */
    void named(long tickId) {
        if (tickId > highestId && !TickRecord.isWarmUp(tickId)) {
            highestId = tickId;
        }
    }

    /** The highest id that a price echoed, outside a warm-up; of a tap that is closed. */
    public long highestId() {
        return highestId;
    }

    /** Prices of a pair, by whatever message, or that there is none. */
    public long snapshots() {
        return snapshots.get();
    }

    /** Message numbers that were not the expected ones. */
    public long gaps() {
        return gaps.get();
    }

    /** Ends of a logged-on session that nobody ordered. */
    public long drops() {
        return drops.get();
    }

    /** Messages whose bytes came before those of an earlier message: their time is that message's. */
    public long overtaking() {
        return overtaking.get();
    }

    /** Messages that were missing where {@link ConnectionTap#missing} reported missing bytes, as far as MsgSeqNum (34) tells. */
    public long notCaptured() {
        return notCaptured.get();
    }

    /** 35=X messages. */
    public long incrementals() {
        return updates.get(PriceUpdates.Message.INCREMENTAL.place);
    }

    /** 35=S messages. */
    public long quotes() {
        return updates.get(PriceUpdates.Message.QUOTE.place);
    }

    /** 35=i messages. */
    public long massQuotes() {
        return updates.get(PriceUpdates.Message.MASS_QUOTE.place);
    }

    /** 35=Z messages. */
    public long quoteCancels() {
        return updates.get(PriceUpdates.Message.QUOTE_CANCEL.place);
    }

    /** Messages and pieces of bytes that could not be read. */
    public long malformed() {
        return malformed.get();
    }

    public long unknownSymbols() {
        return unknownSymbols.get();
    }

    /** Snapshots of one instrument that showed a price. */
    public long snapshots(int instrument) {
        return byInstrument.get(instrument);
    }
}
