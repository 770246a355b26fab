package org.ticktoquote.analysis.matching;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.agrona.collections.Int2IntCounterMap;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.IntHashSet;
import org.agrona.collections.Long2LongCounterMap;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.LongArrayList;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.TickRecord;

/**
 * Gaps: periods in which pairs have no known price. Each ends with a tick of the pair; gaps of one pair can overlap. In a capture
 * that lacks ticks, each begins after the last tick captured before the missing ones. In a replay, the answer to a subscription
 * shows a price to which no tick was sent. Each gap begins after the last tick of a venue before the application subscribed,
 * or after the first one since it unsubscribed, because it can subscribe and unsubscribe several times between two ticks. If
 * the venue sends no further tick of the pair, the gap begins after the last one since the application unsubscribed. Not
 * thread-safe.
 */
final class PriceGaps {
    static final long NEVER = Long.MAX_VALUE;

    private final boolean ofCapture;

    private final LongArrayList beginsNs = new LongArrayList();
    private final IntArrayList instruments = new IntArrayList();
    /** Number of gaps that end with a tick, by its id. */
    private final Long2LongCounterMap ends = new Long2LongCounterMap(0);
    /** Number of open gaps, by instrument. */
    private final Int2IntCounterMap open = new Int2IntCounterMap(0);

    private int next;

    /** Instruments without a known price. */
    private final IntHashSet unknown = new IntHashSet();

    /** A gap: begin, id of the tick that ends it (0 for none), and pair. */
    private record Gap(long beginNs, long end, int instrument) {}

    private PriceGaps(boolean ofCapture, List<Gap> gaps) {
        this.ofCapture = ofCapture;
        for (Gap gap : gaps) {
            beginsNs.addLong(gap.beginNs);
            instruments.addInt(gap.instrument);
            ends.incrementAndGet(gap.end);
        }
    }

    /** Creates no gaps, for a run whose prices are not compared, or whose application subscribes once. */
    static PriceGaps none(boolean ofCapture) {
        return new PriceGaps(ofCapture, List.of());
    }

    /** Reads the {@link TickRecord#PRICE_GAPS} of a capture. */
    static PriceGaps read(JournalInput input) {
        List<Gap> gaps = new ArrayList<>();
        while (input.next()) {
            JournalReader record = input.reader();
            gaps.add(new Gap(
                    record.buffer().getLong(record.offset() + TickRecord.GAP_BEGIN),
                    record.buffer().getLong(record.offset() + TickRecord.GAP_END),
                    (int) record.buffer().getLong(record.offset() + TickRecord.GAP_INSTRUMENT)));
        }
        return new PriceGaps(true, gaps);
    }

    /** Finds the gaps of a replay in its ticks, given as the journals in the order sent. */
    static PriceGaps ofSubscriptions(List<JournalInput> ticks) {
        List<Gap> gaps = new ArrayList<>();
        Long2LongHashMap unsentNs = new Long2LongHashMap(NEVER); // by venue and pair
        Long2LongHashMap unsubscribedNs = new Long2LongHashMap(NEVER); // of the last such tick
        TickRecord tick = new TickRecord(new UnsafeBuffer(new byte[0]), 0);
        for (JournalInput journal : ticks) {
            while (journal.next()) {
                tick.wrap(journal.reader());
                long place = (long) tick.venueId() << Character.SIZE | tick.instrumentId();
                if (tick.unsubscribed()) {
                    unsentNs.putIfAbsent(place, tick.sentNs());
                    unsubscribedNs.put(place, tick.sentNs());
                } else if (tick.notSubscribed()) {
                    unsentNs.put(place, tick.sentNs());
                    unsubscribedNs.remove(place);
                } else if (!tick.superseded() && unsentNs.containsKey(place)) {
                    gaps.add(new Gap(unsentNs.remove(place) + 1, tick.tickId(), tick.instrumentId()));
                    unsubscribedNs.remove(place);
                }
            }
        }
        unsubscribedNs.forEachLong((place, sentNs) -> gaps.add(new Gap(sentNs + 1, 0, (char) place)));
        gaps.sort(Comparator.comparingLong(Gap::beginNs));
        return new PriceGaps(false, gaps);
    }

    /** Returns whether later ticks than the last one can be missing. */
    boolean ofCapture() {
        return ofCapture;
    }

    /** Returns the start of the next gap, or {@link #NEVER}. */
    long beginNs() {
        return next < beginsNs.size() ? beginsNs.getLong(next) : NEVER;
    }

    /** Opens the next gap; returns its instrument. */
    int begin() {
        int instrument = instruments.getInt(next++);
        open.incrementAndGet(instrument);
        unknown.add(instrument);
        return instrument;
    }

    /**
     * Adds the next tick. Returns whether the pair's price is known again: no gap is open and the tick has a price.
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
