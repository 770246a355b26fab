package org.ticktoquote.comparison.gate.store;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.gate.runs.RunConditions;

/**
 * Key of a ledger, in addition to the policy.
 *
 * @param baseline digest of the release
 * @param candidate digest of the release
 * @param conditions conditions of the candidate's runs; for a duet, of its pairs
 */
record LedgerSubject(String baseline, String candidate, Map<String, String> conditions) {
    /** Returns the key of these runs; empty if a side has no measured run. */
    static Optional<LedgerSubject> of(List<GatedRun> before, List<GatedRun> now) {
        Optional<GatedRun> one = before.stream().filter(GatedRun::measured).findFirst();
        Optional<GatedRun> other =
                now.stream().filter(GatedRun::measured).min(Comparator.comparing(run -> !run.duet()));
        return one.isEmpty() || other.isEmpty()
                ? Optional.empty()
                : Optional.of(new LedgerSubject(
                        one.get().release(), other.get().release(), other.get().conditions()));
    }

    String fingerprint() {
        return RunConditions.fingerprint(conditions);
    }

    /** Returns the name of the ledger file without extension. */
    String name() {
        return baseline + "-" + candidate;
    }
}
