package org.ticktoquote.analysis.gate;

import java.util.List;

/**
 * A verdict, and what it rests on.
 *
 * @param verdict of the last look
 * @param look runs a side at it; 0 before the first one
 * @param nextLook runs a side at which it can be decided next; 0 where there is none
 * @param nextSolo solo runs a side that a duet wants next; 0 where there are none
 * @param reasons in words, at least one unless it is a PASS
 * @param statistics of that look, in the order of {@link GateStatistic}
 */
public record GateDecision(
        GateVerdict verdict,
        int look,
        int nextLook,
        int nextSolo,
        List<String> reasons,
        List<StatisticResult> statistics) {
    public GateDecision {
        reasons = List.copyOf(reasons);
        statistics = List.copyOf(statistics);
    }

    /** Of solo runs, or one to which none need be added. */
    GateDecision(GateVerdict verdict, int look, int nextLook, List<String> reasons, List<StatisticResult> statistics) {
        this(verdict, look, nextLook, 0, reasons, statistics);
    }
}
