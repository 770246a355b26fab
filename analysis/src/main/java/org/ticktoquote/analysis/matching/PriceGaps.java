package org.ticktoquote.analysis.matching;

import org.agrona.collections.Int2IntCounterMap;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.IntHashSet;
import org.agrona.collections.Long2LongCounterMap;
import org.agrona.collections.LongArrayList;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.TickRecord;

/**
 * Periods in which pairs have no known price, because the capture lacks ticks. Each begins after the last tick captured
 * before the missing ones and ends with a tick of the pair. Periods of one pair can overlap. Not thread-safe.
 */
final class PriceGaps {
    /** Of a run that is not of a capture. */
    static final PriceGaps NONE = new PriceGaps();

    static final long NEVER = Long.MAX_VALUE;

    private final LongArrayList beginsNs = new LongArrayList();
    private final IntArrayList instruments = new IntArrayList();
    /** Number of periods that end with a tick, by its id. */
    private final Long2LongCounterMap ends = new Long2LongCounterMap(0);
    /** Number of periods that have begun and not ended, by instrument. */
    private final Int2IntCounterMap open = new Int2IntCounterMap(0);

    private int next;

    /** Instruments without a known price. */
    private final IntHashSet unknown = new IntHashSet();

    /** Creates the periods of a capture that lacks no tick. */
    PriceGaps() {}

    /** Reads records of {@link TickRecord#PRICE_GAPS}. */
    static PriceGaps read(JournalInput input) {
        PriceGaps gaps = new PriceGaps();
        while (input.next()) {
            JournalReader record = input.reader();
            gaps.beginsNs.addLong(record.buffer().getLong(record.offset() + TickRecord.GAP_BEGIN));
            gaps.instruments.addInt((int) record.buffer().getLong(record.offset() + TickRecord.GAP_INSTRUMENT));
            gaps.ends.incrementAndGet(record.buffer().getLong(record.offset() + TickRecord.GAP_END));
        }
        return gaps;
    }

    /** Returns the begin of the next period, or {@link #NEVER}. */
    long beginNs() {
        return next < beginsNs.size() ? beginsNs.getLong(next) : NEVER;
    }

    /** Begins the next period; returns its instrument. */
    int begin() {
        int instrument = instruments.getInt(next++);
        open.incrementAndGet(instrument);
        unknown.add(instrument);
        return instrument;
    }

    /**
     * Adds the next tick; returns whether it makes the price of its pair known again: no period is left, and it has a price.
     *
     * @param priced whether the model has a new composite after the tick; otherwise the application keeps an unknown price
     */
    boolean isKnownAfter(TickRecord tick, boolean priced) {
        int instrument = tick.instrumentId();
        if (!unknown.contains(instrument)) {
            return false;
        }
        int left = open.addAndGet(instrument, -(int) ends.get(tick.tickId()));
        return left == 0 && priced && unknown.remove(instrument);
    }
}
