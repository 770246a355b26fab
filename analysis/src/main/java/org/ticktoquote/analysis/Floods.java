package org.ticktoquote.analysis;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.ticktoquote.analysis.matching.SessionTally;
import org.ticktoquote.core.run.SessionPlan;

/** Floods of messages without a price that the application sent to its sessions. */
final class Floods {
    private Floods() {}

    /** The most messages of a flood in a second of one session; 0 where there was none. */
    static long mostPerSecond(List<SessionTally> tallies) {
        return tallies.stream().mapToLong(SessionTally::floodPerSecond).max().orElse(0);
    }

    /** The names of the sessions that had one, the worst first. */
    static List<String> sessions(List<SessionTally> tallies, List<SessionPlan> plans) {
        return IntStream.range(0, tallies.size())
                .filter(session -> tallies.get(session).floodPerSecond() > 0)
                .boxed()
                .sorted(Comparator.comparingLong(
                        session -> -tallies.get(session).floodPerSecond()))
                .map(session -> plans.get(session).name())
                .toList();
    }
}
