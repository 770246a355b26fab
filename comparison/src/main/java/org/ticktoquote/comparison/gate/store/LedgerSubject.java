package org.ticktoquote.comparison.gate.store;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.gate.runs.GatedRun.Standing;
import org.ticktoquote.comparison.gate.runs.RunConditions;
import org.ticktoquote.core.file.Sha256;

/**
 * Key of a ledger, in addition to the policy.
 *
 * @param baseline digest of the release, and of its conditions that differ from the candidate's
 * @param candidate digest of the release
 * @param conditions conditions of the candidate's runs; for a duet, of its pairs
 */
record LedgerSubject(String baseline, String candidate, Map<String, String> conditions) {
    /**
     * Returns the key of these runs; empty if a side has no measured run or an unknown release. Runs that count take
     * precedence over VOID runs.
     *
     * @param mayDiffer names of conditions that are allowed to differ
     */
    static Optional<LedgerSubject> of(List<GatedRun> before, List<GatedRun> now, Set<String> mayDiffer) {
        return first(before)
                .filter(GatedRun::hasKnownRelease)
                .flatMap(one -> first(now)
                        .filter(GatedRun::hasKnownRelease)
                        .map(other -> new LedgerSubject(
                                baseline(one, other.conditions(), mayDiffer), other.release(), other.conditions())));
    }

    /** Returns the measured run whose conditions stand for a side; empty if there is none. */
    static Optional<GatedRun> first(List<GatedRun> side) {
        return side.stream()
                .filter(run -> run.measured() && run.standing() != Standing.LEFT_OUT)
                .min(Comparator.comparing((GatedRun run) -> !run.counts()).thenComparing(run -> !run.duet()));
    }

    /** Returns the release alone if no condition differs. */
    private static String baseline(GatedRun run, Map<String, String> other, Set<String> mayDiffer) {
        Map<String, String> differing = new TreeMap<>();
        for (String name : mayDiffer) {
            String value = run.conditions().getOrDefault(name, "");
            if (!value.equals(other.getOrDefault(name, ""))) {
                differing.put(name, value);
            }
        }
        return differing.isEmpty()
                ? run.release()
                : Sha256.ofText(run.release() + " " + differing, run.release().length());
    }

    String fingerprint() {
        return RunConditions.fingerprint(conditions);
    }

    /** Returns the name of the ledger file without extension. */
    String name() {
        return baseline + "-" + candidate;
    }
}
