package org.ticktoquote.analysis.learning;

import java.util.List;

/**
 * A snapshot's id with the ticks that it can name.
 *
 * @param echoed as the client read it
 * @param recent ticks of the pair that were sent before it arrived, the newest first
 */
record IdSample(long echoed, List<Sent> recent) {
    IdSample {
        recent = List.copyOf(recent);
    }

    /**
     * A sent tick.
     *
     * @param id that the feed carried
     * @param place from 1, of all ticks since the feed began, the warm-up included
     * @param placeInPair likewise, of the ticks of its pair
     * @param venueTimeNs since 1970
     */
    record Sent(long id, long place, long placeInPair, long venueTimeNs) {}
}
