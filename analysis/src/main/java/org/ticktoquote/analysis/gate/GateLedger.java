package org.ticktoquote.analysis.gate;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The gates of one baseline, candidate and policy so far: a gate that is run again goes on with the runs of the one before, and
 * with the same error. So nobody runs a gate until it is green.
 *
 * @param entries one a gate, in the order made
 */
public record GateLedger(List<Entry> entries) {
    /**
     * One gate.
     *
     * @param baseline names of the runs that it used, in the order made
     * @param candidate likewise
     * @param look runs a side at which it was decided
     * @param verdict what it said
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

    /** The runs of the baseline for the next gate: those used before in their order, then further ones. */
    public List<String> baseline(List<String> now) {
        return continued(entries.stream().map(Entry::baseline).toList(), now);
    }

    /** Likewise of the candidate. */
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
     * How many equal releases fail in a year, on average, at most.
     *
     * @param gates in the time, of releases that differ
     * @param days how long that was
     */
    public static double falseAlarmsPerYear(GatePolicy policy, int gates, double days) {
        return policy.failLevel() * gates * 365 / days;
    }
}
