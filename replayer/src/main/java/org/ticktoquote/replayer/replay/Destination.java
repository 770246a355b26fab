package org.ticktoquote.replayer.replay;

import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.ticktoquote.core.control.ReplayPlan;
import org.ticktoquote.replayer.venue.FixFeedProvider;

/**
 * Feed of a replay and the run directory for its journals.
 *
 * @param feed URI
 * @param identity the run's identity, for the journals
 */
record Destination(String feed, Path run, UUID identity) {
    /** Returns the one or two destinations of a plan. Each gets every tick. */
    static List<Destination> of(ReplayPlan plan) {
        Destination first = new Destination(withVenues(plan, plan.feed()), plan.run(), plan.runIdentity());
        ReplayPlan.Second second = plan.second();
        return second == null
                ? List.of(first)
                : List.of(
                        first,
                        new Destination(
                                withVenues(plan, second.secondFeed()), second.secondRun(), second.secondIdentity()));
    }

    private static String withVenues(ReplayPlan plan, String uri) {
        Path file = plan.venues();
        return file == null ? uri : FixFeedProvider.withVenues(uri, file);
    }
}
