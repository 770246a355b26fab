package org.ticktoquote.replayer.venue;

import java.util.Arrays;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.replayer.recording.Recording;

/**
 * Conflation by slices of recorded time, in which a venue sends only the last tick of each pair. Slices are contiguous from
 * 1970.
 *
 * <p>Keeps one bit per tick of the recording, which is set if the same slice has a later tick of its pair that the venue
 * carries. Queries do not allocate. Single-threaded.
 */
final class VenueSlices {
    private static final long NONE = -1;

    private final Recording recording;
    private final long lengthNs;
    private final boolean[] carried;
    private final long[] followed;
    private final long[] last;
    private final QuoteDecoder quote = new QuoteDecoder();
    private long end;

    /**
     * Reads the recording once.
     *
     * @param carried true for the recording's venues that the venue carries
     */
    VenueSlices(Recording recording, long lengthNs, boolean[] carried) {
        this.recording = recording;
        this.lengthNs = lengthNs;
        this.carried = carried.clone();
        this.followed = new long[Math.toIntExact((recording.count() + Long.SIZE - 1) / Long.SIZE)];
        this.last = new long[recording.instruments().size()];
        mark();
    }

    private void mark() {
        long[] sliceBehind = new long[last.length];
        Arrays.fill(sliceBehind, Long.MIN_VALUE);
        for (long index = recording.count() - 1; index >= 0; index--) {
            if (isCarried(index)) {
                long slice = slice(index);
                if (sliceBehind[quote.instrumentId()] == slice) {
                    followed[(int) (index / Long.SIZE)] |= 1L << index;
                }
                sliceBehind[quote.instrumentId()] = slice;
            }
        }
    }

    private boolean isCarried(long index) {
        return carried[recording.wrap(quote, index).venueId()];
    }

    private long slice(long index) {
        return Math.floorDiv(recording.venueTimeNs(index), lengthNs);
    }

    /** Handles {@link org.ticktoquote.replayer.feed.Feed#ahead}. Ticks that are not consecutive are all sent. */
    void ahead(long endIndex) {
        end = endIndex;
        Arrays.fill(last, NONE);
        for (long index = endIndex - 1; index >= 0 && slice(index) == slice(endIndex - 1); index--) {
            if (isCarried(index) && last[quote.instrumentId()] == NONE) {
                last[quote.instrumentId()] = index;
            }
        }
    }

    /** Returns true if another tick of the pair follows in the same slice. Only for ticks that the venue carries. */
    boolean isFollowed(long index, int instrument) {
        return index < end && (followed[(int) (index / Long.SIZE)] & 1L << index) != 0 && last[instrument] != index;
    }
}
