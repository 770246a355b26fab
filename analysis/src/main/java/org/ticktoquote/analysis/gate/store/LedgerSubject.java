package org.ticktoquote.analysis.gate.store;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ticktoquote.analysis.gate.runs.GatedRun;
import org.ticktoquote.analysis.gate.runs.RunConditions;

/**
 * What a ledger is about, beside the policy.
 *
 * @param baseline release, as one word
 * @param candidate likewise
 * @param conditions under which the candidate was measured, of a duet those of its pairs
 */
record LedgerSubject(String baseline, String candidate, Map<String, String> conditions) {
    /** Nothing where a side measured nothing. */
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

    /** Its file, without ending. */
    String name() {
        return baseline + "-" + candidate;
    }
}
