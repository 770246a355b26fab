package org.ticktoquote.comparison.gate.store;

import java.util.List;
import org.ticktoquote.comparison.gate.GateVerdict;

/**
 * Line of a ledger: one look.
 *
 * @param gate id of the gate; lines with the same id count as one gate. Empty for a gate on existing runs
 * @param at start of the last run, ISO-8601 UTC
 * @param policy name of the policy
 * @param fingerprint digest of the conditions
 * @param baseline all runs in execution order, including runs that do not count
 * @param candidate all runs in execution order, including runs that do not count
 * @param look runs per side at which it was decided; 0 before the first look
 * @param verdict verdict at this look
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
