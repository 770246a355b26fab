package org.ticktoquote.comparison.gate.store;

import java.util.List;
import org.ticktoquote.comparison.gate.GateVerdict;

/**
 * Line of a ledger: one look.
 *
 * @param gate identifies the gate, so that its lines count as one; empty for a gate on existing runs
 * @param at when its last run began, ISO-8601 UTC
 * @param policy name of the policy
 * @param fingerprint of the conditions
 * @param baseline all runs of the sequence in order, including those that do not count
 * @param candidate all runs of the sequence in order, including those that do not count
 * @param look runs per side at which it was decided; 0 before the first look
 * @param verdict its verdict
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
