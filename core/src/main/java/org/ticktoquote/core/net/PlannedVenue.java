package org.ticktoquote.core.net;

import java.util.List;

/**
 * A FIX venue of a feed, before it listens.
 *
 * @param name venue's name, also its CompID
 * @param namesTicks whether its messages carry tick ids
 * @param pairs the venue's pairs, by their names in the recording
 */
public record PlannedVenue(String name, boolean namesTicks, List<String> pairs) {
    public PlannedVenue {
        pairs = List.copyOf(pairs);
    }
}
