package org.ticktoquote.analysis.learning;

import java.util.List;

/**
 * Echoed id with the ticks that it can name.
 *
 * @param echoed as read by the client
 * @param recent ticks of the pair sent before the snapshot arrived, the newest first
 */
record IdSample(long echoed, List<Sent> recent) {
    IdSample {
        recent = List.copyOf(recent);
    }

    /**
     * Sent tick.
     *
     * @param id carried by the feed
     * @param place number of the tick since the feed began, from 1, including the warm-up
     * @param placeInPair number of the tick among those of its pair
     * @param venueTimeNs since 1970
     */
    record Sent(long id, long place, long placeInPair, long venueTimeNs) {}
}
