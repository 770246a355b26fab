package org.ticktoquote.comparison.gate;

import java.util.List;

/**
 * Verdict with its basis.
 *
 * @param verdict verdict at the last look
 * @param look runs per side; 0 before the first look. If a hard limit is broken before it, the runs per side so far
 * @param nextLook runs per side at the next look; 0 if there is none
 * @param nextSolo solo runs per side that a duet needs next; 0 if none
 * @param reasons sentences for users, at least one unless the verdict is PASS
 * @param statistics results at that look, in the order of {@link GateStatistic}
 * @param soonest whether look and statistics are those of the soonest attribution
 */
public record GateDecision(
        GateVerdict verdict,
        int look,
        int nextLook,
        int nextSolo,
        List<String> reasons,
        List<StatisticResult> statistics,
        boolean soonest) {
    public GateDecision {
        reasons = List.copyOf(reasons);
        statistics = List.copyOf(statistics);
    }

    /** Creates a decision by the latest attribution that needs no solo runs. */
    public GateDecision(
            GateVerdict verdict, int look, int nextLook, List<String> reasons, List<StatisticResult> statistics) {
        this(verdict, look, nextLook, 0, reasons, statistics, false);
    }

    /** Returns a copy at another look, with its statistics. */
    GateDecision at(int runs, List<StatisticResult> results) {
        return new GateDecision(verdict, runs, nextLook, nextSolo, reasons, results, soonest);
    }

    /** Returns a copy by the soonest attribution. */
    GateDecision bySoonest() {
        return new GateDecision(verdict, look, nextLook, nextSolo, reasons, statistics, true);
    }
}
