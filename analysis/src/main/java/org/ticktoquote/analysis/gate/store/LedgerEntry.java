package org.ticktoquote.analysis.gate.store;

import java.util.List;
import org.ticktoquote.analysis.gate.GateVerdict;

/**
 * A line of a ledger: one look.
 *
 * @param gate whose look it was: lines of one gate that was run count as one; empty for one of runs that there were
 * @param at when its last run began, ISO-8601 UTC
 * @param policy name of the policy
 * @param fingerprint of the conditions
 * @param baseline all runs of the sequence, in its order; those that do not count among them
 * @param candidate likewise
 * @param look runs a side at which it was decided; 0 before the first look
 * @param verdict what it said
 */
public record LedgerEntry(
        String gate,
        String at,
        String policy,
        String fingerprint,
        List<StoredRun> baseline,
        List<StoredRun> candidate,
        int look,
        GateVerdict verdict) {
    public LedgerEntry {
        baseline = List.copyOf(baseline);
        candidate = List.copyOf(candidate);
    }
}
