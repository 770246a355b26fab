package org.ticktoquote.analysis.observation;

import java.util.List;
import java.util.stream.Stream;
import org.ticktoquote.analysis.matching.JournalState;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunManifest;

/** What the clock pairs of a run say: how exact the clocks are, and whether the time of day was stepped. */
public final class ClockObservations {
    /** Processes of one host read one monotonic clock; what remains is the order of reads on two cores. */
    private static final long SAME_HOST_NS = 1_000;

    private ClockObservations() {}

    /** How far two times of different processes may contradict each other. */
    public static long uncertaintyNs(RunManifest manifest) {
        return manifest.time().clocks().stream()
                .mapToLong(ClockPair::uncertaintyNs)
                .reduce(Math.max(SAME_HOST_NS, boundNs(manifest)), Math::max);
    }

    /** How wrong the distance of the clients' clock from the replayer's may be; 0 where both read one. */
    public static long boundNs(RunManifest manifest) {
        return manifest.translation(Role.CLIENTS).boundNs();
    }

    /**
     * The largest distance that the time of day moved against the monotonic clock, at once or little by little, within the
     * pairs of the harness, the lines of a process's audit, and from start to end of each journal. NTP slews both clocks
     * alike, so this is a step, or a time of day that something else steers.
     */
    static long stepNs(RunManifest manifest, List<JournalState> journals, List<List<ClockPair>> audited) {
        long step = Stream.concat(Stream.of(manifest.time().clocks()), audited.stream())
                .mapToLong(ClockObservations::largestStepNs)
                .reduce(0, Math::max);
        return journals.stream()
                .filter(journal -> Stream.of(journal.start(), journal.end()).allMatch(pair -> pair.realtimeNs() != 0))
                .mapToLong(journal -> Math.abs(journal.start().slewNs(journal.end())))
                .reduce(step, Math::max);
    }

    private static long largestStepNs(List<ClockPair> pairs) {
        long lowestNs = 0;
        long highestNs = 0;
        for (ClockPair pair : pairs) {
            long movedNs = pairs.get(0).slewNs(pair);
            lowestNs = Math.min(lowestNs, movedNs);
            highestNs = Math.max(highestNs, movedNs);
        }
        return highestNs - lowestNs;
    }
}
