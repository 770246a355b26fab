package org.ticktoquote.core.net;

import java.util.List;

/**
 * A FIX venue of a feed, before it listens.
 *
 * @param name of the venue, and its CompID
 * @param namesTicks whether its messages carry the number of their tick
 * @param pairs that it has, as the recording names them
 */
public record PlannedVenue(String name, boolean namesTicks, List<String> pairs) {
    public PlannedVenue {
        pairs = List.copyOf(pairs);
    }
}
