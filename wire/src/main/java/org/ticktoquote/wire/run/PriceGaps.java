package org.ticktoquote.wire.run;

import java.nio.ByteOrder;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.LongArrayList;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.RunDirectory;

/**
 * Finds the periods in which a side of a pair has no known price because ticks were not captured: each from the last tick before
 * a gap of one of its venues to that venue's next tick of the side.
 */
final class PriceGaps {
    /** Stands for all venues of feeds. */
    static final int FEED = -1;

    private static final int VENUE = 32;
    private static final int SIDE = Character.SIZE;

    private final Map<Integer, LongArrayList> ofVenues = new HashMap<>();
    /** Number of the venue's gaps before its last tick of a side of a pair. */
    private final Long2LongHashMap seen = new Long2LongHashMap(-1);

    private final Set<Period> periods = new LinkedHashSet<>();
    private int passed;

    /**
     * Period without a known price of a pair.
     *
     * @param end the tick that ends it, 0 for none
     */
    private record Period(long beginNs, long end, int pair) {}

    /** @param ofFeeds times of the last ticks of feeds before gaps, ascending, on the run's scale */
    PriceGaps(LongStream ofFeeds) {
        ofFeeds.forEach(afterNs -> gap(FEED, afterNs));
    }

    private LongArrayList ofVenue(int venue) {
        return ofVenues.computeIfAbsent(venue, first -> new LongArrayList());
    }

    /** Adds a gap of a FIX venue, or {@link #FEED}, after a time and before its next tick. */
    void gap(int venue, long afterNs) {
        ofVenue(venue).addLong(afterNs);
    }

    /** Adds the next tick of a feed, which ends the periods of its sides for its venue. */
    void feedTick(int venue, int pair, int sides, long sentNs, long id) {
        LongArrayList gaps = ofVenue(FEED);
        while (passed < gaps.size() && gaps.getLong(passed) < sentNs) {
            passed++;
        }
        end(gaps, passed, venue, pair, sides, sentNs, id);
    }

    /** Adds the next tick of a FIX venue, which ends the periods of its sides for the venue. */
    void venueTick(int venue, int pair, int sides, long sentNs, long id) {
        LongArrayList gaps = ofVenue(venue);
        end(gaps, gaps.size(), venue, pair, sides, sentNs, id);
    }

    /** Ends the periods of the sides that a tick has. */
    private void end(LongArrayList gaps, int passedGaps, int venue, int pair, int sides, long endNs, long id) {
        for (int left = sides; left != 0; left &= left - 1) {
            long key = (long) venue << VENUE | (long) Integer.lowestOneBit(left) << SIDE | pair;
            int before = (int) Math.max(0, seen.put(key, passedGaps));
            if (before < passedGaps) {
                long afterNs = Math.max(0, gaps.getLong(before));
                periods.add(new Period(Math.min(afterNs + 1, endNs), id, pair));
            }
        }
    }

    /**
     * Writes the periods in the order of their begins. Pairs without a tick after a gap stay without a known price.
     *
     * @return number of periods; no journal is written if there are none
     */
    int write(RunDirectory run, WireJournals journals) {
        for (long key :
                seen.keySet().stream().mapToLong(Long::longValue).sorted().toArray()) {
            int venue = (int) (key >> VENUE);
            LongArrayList gaps = ofVenues.getOrDefault(venue, ofVenue(FEED));
            end(gaps, gaps.size(), venue, (char) key, (int) key >> SIDE, Long.MAX_VALUE, 0);
        }
        if (periods.isEmpty()) {
            return 0;
        }
        Stream<Period> ordered = periods.stream().sorted(Comparator.comparingLong(Period::beginNs));
        try (JournalWriter writer = journals.open(run.priceGaps(), TickRecord.PRICE_GAPS, periods.size())) {
            for (Period period : (Iterable<Period>) ordered::iterator) {
                int at = writer.claim();
                writer.buffer().putLong(at + TickRecord.GAP_BEGIN, period.beginNs, ByteOrder.LITTLE_ENDIAN);
                writer.buffer().putLong(at + TickRecord.GAP_END, period.end, ByteOrder.LITTLE_ENDIAN);
                writer.buffer().putLong(at + TickRecord.GAP_INSTRUMENT, period.pair, ByteOrder.LITTLE_ENDIAN);
                writer.commit();
            }
        }
        return periods.size();
    }
}
