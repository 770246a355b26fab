package org.ticktoquote.host.hiccups;

import java.util.List;

/**
 * What is measured.
 *
 * @param cpus one meter of each kind on each
 * @param kinds one after the other
 * @param durationNs of each kind
 * @param wakeIntervalNs between scheduled wake-ups
 * @param gapThresholdNs gaps below are the clock reads themselves
 */
public record HiccupsPlan(
        List<Integer> cpus, List<MeterKind> kinds, long durationNs, long wakeIntervalNs, long gapThresholdNs) {
    /** Points of the timeline. */
    static final int INTERVALS = 40;
    /** The shortest measurement that makes sense. */
    public static final long SHORTEST_NS = 100_000_000;

    public HiccupsPlan {
        cpus = List.copyOf(cpus);
        kinds = List.copyOf(kinds);
    }

    long intervalNs() {
        return Math.max(1, durationNs / INTERVALS);
    }
}
