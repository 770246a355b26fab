package org.ticktoquote.fix.tap;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.ticktoquote.core.journal.TickRecord;

/**
 * Counts what one session has received: by its I/O thread with ordered stores, read by any thread.
 *
 * <p>Counting neither allocates nor locks nor waits.
 */
public final class TapCounters {
    private final Map<Kind, AtomicLong> counts = new EnumMap<>(Kind.class);
    private final AtomicLongArray byInstrument;
    private long highestId;

    /** What is counted. */
    public enum Kind {
        /** Prices of a pair, by any message, or that there is none. */
        SNAPSHOTS,
        /** Message numbers that were not the expected ones. */
        GAPS,
        /** Ends of a logged-on session that nobody ordered. */
        DROPS,
        /** Messages whose bytes came before those of an earlier message: their time is that message's. */
        OVERTAKING,
        /** Messages that were missing where {@link ConnectionTap#missing} reported missing bytes, as far as MsgSeqNum (34) tells. */
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
        /** Prices of no known pair. */
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

    /** One writer: no read-modify-write needed. */
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

    /** Notes the id that a price echoes, if any. Only for the thread that counts. */
    void named(long tickId) {
        if (tickId > highestId && !TickRecord.isWarmUp(tickId)) {
            highestId = tickId;
        }
    }

    /** The highest id that a price echoed, outside a warm-up; of a tap that is closed. */
    public long highestId() {
        return highestId;
    }

    /** The count of a kind. */
    public long of(Kind kind) {
        return counter(kind).get();
    }

    /** Snapshots of one instrument that showed a price. */
    public long snapshots(int instrument) {
        return byInstrument.get(instrument);
    }
}
