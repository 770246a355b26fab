package org.ticktoquote.analysis.learning;

import java.util.List;

/**
 * Echoed id with the ticks that it can name.
 *
 * @param echoed id that the client read
 * @param recent ticks of the pair sent before the snapshot arrived, the newest first
 */
record IdSample(long echoed, List<Sent> recent) {
    IdSample {
        recent = List.copyOf(recent);
    }

    /**
     * Sent tick.
     *
     * @param id id in the feed
     * @param place number of the tick since the feed began, from 1, including the warm-up
     * @param placeInPair number of the tick among those of its pair
     * @param venueTimeNs venue time, ns since 1970-01-01 UTC
     */
    record Sent(long id, long place, long placeInPair, long venueTimeNs) {}
}
