package org.ticktoquote.analysis.observation;

import java.util.List;
import java.util.stream.Stream;
import org.ticktoquote.analysis.matching.JournalState;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunManifest;

/** Evaluates the clock pairs of a run: their uncertainty, and steps of the time of day. */
public final class ClockObservations {
    /** Allowance for reading the monotonic clock of one host on two cores. */
    private static final long SAME_HOST_NS = 1_000;

    private ClockObservations() {}

    /** Returns the clock uncertainty: the largest possible error of the difference between times of different processes. */
    public static long uncertaintyNs(RunManifest manifest) {
        return manifest.time().clocks().stream()
                .mapToLong(ClockPair::uncertaintyNs)
                .reduce(Math.max(SAME_HOST_NS, boundNs(manifest)), Math::max);
    }

    /** Returns the error bound of the offset between the clients' and the replayer's clocks; 0 for one clock. */
    public static long boundNs(RunManifest manifest) {
        return manifest.translation(Role.CLIENTS).boundNs();
    }

    /**
     * Returns the largest movement of the time of day against the monotonic clock, sudden or gradual. It compares the clock
     * pairs of the harness, the samples of each audit, and start and end of each journal. NTP slews both clocks alike, so a
     * movement is a step or another program's adjustment.
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
