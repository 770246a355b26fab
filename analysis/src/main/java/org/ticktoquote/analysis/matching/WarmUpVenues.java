package org.ticktoquote.analysis.matching;

import java.util.Arrays;
import org.ticktoquote.core.journal.TickRecord;

/** Venue of each warm-up tick, up to the first gap in the ids. Grows with the warm-up only. */
final class WarmUpVenues {
    private static final int INITIAL = 1 << 10;

    private byte[] venues = new byte[INITIAL];
    private int known;

    void add(TickRecord tick) {
        if (index(tick.tickId()) == known) {
            if (known == venues.length) {
                venues = Arrays.copyOf(venues, known * 2);
            }
            venues[known++] = (byte) tick.venueId();
        }
    }

    /** Returns the venue of a warm-up tick; {@link TickAttribution#NO_VENUE} if unknown. */
    int of(long id) {
        long index = index(id);
        return index >= 0 && index < known ? Byte.toUnsignedInt(venues[(int) index]) : TickAttribution.NO_VENUE;
    }

    private static long index(long id) {
        return id - TickRecord.WARM_UP_BASE - 1;
    }
}
