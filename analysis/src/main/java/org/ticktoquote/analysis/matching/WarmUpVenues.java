package org.ticktoquote.analysis.matching;

import java.util.Arrays;
import org.ticktoquote.core.journal.TickRecord;

/** The venue of each tick of the warm-up, as far as their ids follow each other without a gap. Grows with the warm-up only. */
final class WarmUpVenues {
    private static final int INITIAL = 1 << 10;

    private byte[] venues = new byte[INITIAL];
    private int known;

    /** The next tick of the warm-up. */
    void add(TickRecord tick) {
        if (index(tick.tickId()) == known) {
            if (known == venues.length) {
                venues = Arrays.copyOf(venues, known * 2);
            }
            venues[known++] = (byte) tick.venueId();
        }
    }

    /** Of a tick of the warm-up; {@link TickAnswers#NO_VENUE} where that is not known. */
    int of(long id) {
        long index = index(id);
        return index >= 0 && index < known ? Byte.toUnsignedInt(venues[(int) index]) : TickAnswers.NO_VENUE;
    }

    private static long index(long id) {
        return id - TickRecord.WARM_UP_BASE - 1;
    }
}
