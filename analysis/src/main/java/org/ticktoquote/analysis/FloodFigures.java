package org.ticktoquote.analysis;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.ticktoquote.analysis.matching.SessionTally;
import org.ticktoquote.core.run.SessionPlan;

/** Floods of messages without a price from the application to its sessions. */
final class FloodFigures {
    private FloodFigures() {}

    /** Returns the largest number of messages in one second of one session; 0 without a flood. */
    static long mostPerSecond(List<SessionTally> tallies) {
        return tallies.stream().mapToLong(SessionTally::floodPerSecond).max().orElse(0);
    }

    /** Returns the names of the flooded sessions, the worst first. */
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
