package org.ticktoquote.fix.tap;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.ticktoquote.core.journal.TickRecord;

/**
 * Counts what one session has received. Written by its I/O thread with ordered stores, read by any thread.
 *
 * <p>Counting does not allocate, lock or wait.
 */
public final class TapCounters {
    private final Map<Kind, AtomicLong> counts = new EnumMap<>(Kind.class);
    private final AtomicLongArray byInstrument;
    private long highestId;

    /** Kinds of events that are counted. */
    public enum Kind {
        /** Prices of a pair by any message, including those without bid and ask. */
        SNAPSHOTS,
        /** Messages whose number was not the expected one. */
        GAPS,
        /** Disconnects of a logged-on session that the harness did not order. */
        DROPS,
        /** Messages timestamped before the previous message. They get the previous message's time. */
        OVERTAKING,
        /** Messages lost with the bytes reported to {@link ConnectionTap#missing}, as far as MsgSeqNum (34) shows. */
        NOT_CAPTURED,
        /** 35=X. */
        INCREMENTALS,
        /** 35=S. */
        QUOTES,
        /** 35=i. */
        MASS_QUOTES,
        /** 35=Z. */
        QUOTE_CANCELS,
        /** Messages and pieces of bytes that could not be read. */
        MALFORMED,
        /** Prices of unknown pairs. */
        UNKNOWN_SYMBOLS
    }

    TapCounters(int highestInstrument) {
        this.byInstrument = new AtomicLongArray(highestInstrument + 1);
        for (Kind kind : Kind.values()) {
            counts.put(kind, new AtomicLong());
        }
    }

    void count(Kind kind) {
        count(kind, 1);
    }

    /** Adds to a count. There is one writer, so no atomic read-modify-write is needed. */
    void count(Kind kind, long more) {
        AtomicLong count = counter(kind);
        count.lazySet(count.getPlain() + more);
    }

    private AtomicLong counter(Kind kind) {
        return Objects.requireNonNull(counts.get(kind), "one of each kind");
    }

    void countSnapshot(int instrument, TopOfBook top) {
        count(Kind.SNAPSHOTS);
        if (!top.isEmpty()) {
            byInstrument.lazySet(instrument, byInstrument.getPlain(instrument) + 1);
        }
    }

    /** Records the id that a price echoes, if any. Only for the counting thread. */
    void recordId(long tickId) {
        if (tickId > highestId && !TickRecord.isWarmUp(tickId)) {
            highestId = tickId;
        }
    }

    /** Returns the highest id that a price echoed outside a warm-up. Call only after the tap was closed. */
    public long highestId() {
        return highestId;
    }

    public long of(Kind kind) {
        return counter(kind).get();
    }

    /** Returns the number of snapshots of an instrument that had a price. */
    public long snapshots(int instrument) {
        return byInstrument.get(instrument);
    }
}
