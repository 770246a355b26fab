package org.ticktoquote.comparison.gate;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Earlier gates of one baseline, candidate and policy. A repeated gate continues with their runs and their error level,
 * so that repetition cannot turn a FAIL into a PASS.
 *
 * @param entries one per gate, in execution order
 */
public record GateLedger(List<Entry> entries) {
    /**
     * One gate.
     *
     * @param baseline names of the runs used, in execution order
     * @param candidate names of the runs used, in execution order
     * @param look runs per side at which it was decided
     * @param verdict verdict at this look
     */
    public record Entry(List<String> baseline, List<String> candidate, int look, GateVerdict verdict) {
        public Entry {
            baseline = List.copyOf(baseline);
            candidate = List.copyOf(candidate);
        }
    }

    public GateLedger {
        entries = List.copyOf(entries);
    }

    /** Returns the baseline runs for the next gate: earlier runs in their order, then new ones. */
    public List<String> baseline(List<String> now) {
        return continued(entries.stream().map(Entry::baseline).toList(), now);
    }

    /** Returns the candidate runs for the next gate: earlier runs in their order, then new ones. */
    public List<String> candidate(List<String> now) {
        return continued(entries.stream().map(Entry::candidate).toList(), now);
    }

    private static List<String> continued(List<List<String>> before, List<String> now) {
        Set<String> runs = new LinkedHashSet<>();
        before.forEach(runs::addAll);
        runs.addAll(now);
        return new ArrayList<>(runs);
    }

    /**
     * Returns an upper bound on the mean number of equal releases that fail per year.
     *
     * @param gates number of gates of different releases
     * @param days period of those gates
     */
    public static double falseAlarmsPerYear(GatePolicy policy, int gates, double days) {
        return policy.failLevel() * gates * 365 / days;
    }
}
