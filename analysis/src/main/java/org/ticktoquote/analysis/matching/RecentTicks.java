package org.ticktoquote.analysis.matching;

import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.journal.TickRecord;

/**
 * Cache of the newest ticks for one thread, because nearly every snapshot shows one of them. Holds intended and sent time,
 * instrument, venue, and the worst quote age of snapshots that show the tick.
 *
 * <p>The results hold the same data for every tick. The worst age is written to them when the tick leaves the cache or by
 * {@link #finish()}. Does not allocate. Not thread-safe; the results can be shared.
 */
final class RecentTicks {
    static final int CAPACITY = 1 << 9;
    private static final int FIELDS = 4;
    private static final int INTENDED = 0;
    private static final int SENT = 1;
    private static final int SOURCE = 2;
    private static final int WORST_AGE = 3;
    /** Bit offset of the venue in the source field. */
    private static final int VENUE = 32;

    private final TickResults results;
    private final long[] ticks = new long[CAPACITY * FIELDS];
    private long newest;

    RecentTicks(TickResults results) {
        this.results = results;
    }

    void add(TickRecord tick) {
        long id = newest + 1;
        if (id > CAPACITY) {
            flush(id - CAPACITY);
        }
        newest = id;
        int at = at(id);
        ticks[at + INTENDED] = tick.intendedNs();
        ticks[at + SENT] = tick.sentNs();
        ticks[at + SOURCE] = (long) tick.venueId() << VENUE | tick.instrumentId();
        ticks[at + WORST_AGE] = TickResults.NONE;
    }

    private void flush(long id) {
        long worst = ticks[at(id) + WORST_AGE];
        if (worst != TickResults.NONE) {
            results.raiseQuoteAge(id, worst);
        }
    }

    private static int at(long id) {
        return (int) (id & CAPACITY - 1) * FIELDS;
    }

    /** Returns whether a tick is still cached. Ids start at 1. */
    private boolean has(long id) {
        return Long.compareUnsigned(newest - id, CAPACITY) < 0;
    }

    long intendedNs(long id) {
        return has(id) ? ticks[at(id) + INTENDED] : results.intendedNs(id);
    }

    long sentNs(long id) {
        return has(id) ? ticks[at(id) + SENT] : results.sentNs(id);
    }

    int instrumentId(long id) {
        return has(id) ? (int) ticks[at(id) + SOURCE] : results.instrumentId(id);
    }

    int venueId(long id) {
        return has(id) ? (int) (ticks[at(id) + SOURCE] >>> VENUE) : results.venueId(id);
    }

    /** Records the age of a snapshot that shows the tick. */
    void age(long id, long ageNs) {
        if (has(id)) {
            int worst = at(id) + WORST_AGE;
            ticks[worst] = Math.max(ticks[worst], ageNs);
        } else {
            results.raiseQuoteAge(id, ageNs);
        }
    }

    /** Writes all remaining worst ages to the results. */
    void finish() {
        for (long id = Math.max(1, newest - CAPACITY + 1); id <= newest; id++) {
            flush(id);
        }
    }
}
