package org.ticktoquote.clients.tap;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What one session has received: counted by its I/O thread with ordered stores, read by any.
 *
 * <p>Counting neither allocates nor locks nor waits.
 */
public final class TapCounters {
    private final AtomicLong snapshots = new AtomicLong();
    private final AtomicLong gaps = new AtomicLong();
    private final AtomicLong drops = new AtomicLong();
    private final AtomicLongArray unsupported = new AtomicLongArray(Unsupported.values().length);
    private final AtomicLong malformed = new AtomicLong();
    private final AtomicLong unknownSymbols = new AtomicLong();
    private final AtomicLongArray byInstrument;

    TapCounters(int highestInstrument) {
        this.byInstrument = new AtomicLongArray(highestInstrument + 1);
    }

    void countSnapshot(int instrument) {
        countOne(snapshots);
        byInstrument.lazySet(instrument, byInstrument.getPlain(instrument) + 1);
    }

    void countGap() {
        countOne(gaps);
    }

    void countDrop() {
        countOne(drops);
    }

    void count(Unsupported message) {
        int at = message.place();
        unsupported.lazySet(at, unsupported.getPlain(at) + 1);
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

    /** 35=X messages. */
    public long incrementals() {
        return unsupported.get(Unsupported.INCREMENTAL.place());
    }

    /** 35=S messages. */
    public long quotes() {
        return unsupported.get(Unsupported.QUOTE.place());
    }

    /** 35=i messages. */
    public long massQuotes() {
        return unsupported.get(Unsupported.MASS_QUOTE.place());
    }

    /** 35=Z messages. */
    public long quoteCancels() {
        return unsupported.get(Unsupported.QUOTE_CANCEL.place());
    }

    /** Messages and pieces of bytes that could not be read. */
    public long malformed() {
        return malformed.get();
    }

    public long unknownSymbols() {
        return unknownSymbols.get();
    }

    /** Snapshots of one instrument. */
    public long snapshots(int instrument) {
        return byInstrument.get(instrument);
    }
}
