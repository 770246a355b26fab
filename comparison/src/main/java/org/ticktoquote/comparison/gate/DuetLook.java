package org.ticktoquote.comparison.gate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.ticktoquote.comparison.gate.StatisticResult.Label;

/**
 * Evaluates one look of a duet: pairs of concurrent runs, and additional solo runs.
 *
 * @param baseline runs of the pairs of this look, without pairs in which a run is absent
 * @param candidate runs of the same pairs, in the same order
 * @param look index of the look in the policy
 */
record DuetLook(
        Gate gate, GatePolicy policy, List<GateRun> baseline, List<GateRun> candidate, SoloRuns solo, int look) {
    /** Solo runs per side required for a PASS: two pairs, ABBA. */
    private static final int CHECK = 2;
    /** Minimum number of pairs for a variance. */
    private static final int MIN_PAIRS = 2;

    DuetLook {
        List<GateRun> before = baseline;
        List<GateRun> now = candidate;
        int[] whole = IntStream.range(0, before.size())
                .filter(i -> !before.get(i).isAbsent() && !now.get(i).isAbsent())
                .toArray();
        baseline = Arrays.stream(whole).mapToObj(before::get).toList();
        candidate = Arrays.stream(whole).mapToObj(now::get).toList();
    }

    StatisticResult result(GateStatistic statistic) {
        return gate.few(statistic, baseline, candidate, look).orElseGet(() -> byPairs(statistic));
    }

    private StatisticResult byPairs(GateStatistic statistic) {
        List<Double> before = Gate.logs(statistic, baseline);
        List<Double> now = Gate.logs(statistic, candidate);
        if (before.size() < baseline.size() || now.size() < candidate.size() || before.size() < MIN_PAIRS) {
            return gate.unresolved(statistic);
        }
        DuetResult pairs = DuetResult.of(before, now);
        StatisticResult result = pairs.solo()
                ? ofSolo(statistic)
                : gate.judged(statistic, LogDifference.paired(before, now), before.size(), look);
        return result.with(pairs);
    }

    private StatisticResult ofSolo(GateStatistic statistic) {
        int reached = (int)
                policy.looks().stream().filter(runs -> runs <= solo.count()).count();
        if (reached == 0) {
            return gate.undecided(statistic);
        }
        int runs = policy.looks().get(reached - 1);
        List<Double> before = Gate.logs(statistic, solo.baseline().subList(0, runs));
        List<Double> now = Gate.logs(statistic, solo.candidate().subList(0, runs));
        return before.size() < runs || now.size() < runs
                ? gate.unresolved(statistic)
                : gate.judged(statistic, LogDifference.of(before, now, EarlierSpread.NONE), runs, reached - 1);
    }

    /** Returns the reasons why the solo runs do not confirm a PASS. */
    List<String> doubts() {
        if (solo.count() < CHECK) {
            return List.of("a duet passes only with two solo pairs as a check; there are "
                    + (solo.count() == 0 ? "none" : Integer.toString(solo.count())));
        }
        List<String> doubts = new ArrayList<>();
        for (GateStatistic statistic : policy.margins().keySet()) {
            if (gate.few(statistic, solo.baseline(), solo.candidate(), look)
                    .filter(few -> few.label() == Label.TOO_FEW || few.ratio() != null)
                    .isPresent()) {
                continue;
            }
            List<Double> before = Gate.logs(statistic, solo.baseline());
            List<Double> now = Gate.logs(statistic, solo.candidate());
            boolean whole = before.size() == solo.baseline().size()
                    && now.size() == solo.candidate().size();
            double found = whole ? LogDifference.mean(now) - LogDifference.mean(before) : Double.POSITIVE_INFINITY;
            if (found >= policy.logMargin(statistic)) {
                doubts.add(
                        whole
                                ? String.format(
                                        Locale.ROOT,
                                        "not confirmed by the solo runs: %s is %.3f times the baseline's, limit %.3f",
                                        statistic.text(),
                                        Math.exp(found),
                                        Math.exp(policy.logMargin(statistic)))
                                : "not confirmed by the solo runs: " + statistic.text()
                                        + " is undefined in at least one run");
            }
        }
        return doubts;
    }

    /** Returns whether further pairs can decide a gated statistic that is still open. */
    static boolean open(List<StatisticResult> results) {
        return results.stream()
                .filter(StatisticResult::gated)
                .filter(result -> result.duet() == null || !result.duet().solo())
                .anyMatch(result -> result.label() == Label.INCONCLUSIVE || result.label() == Label.UNRESOLVED);
    }

    /**
     * Returns the number of solo runs per side needed next, for a decision or as a check; 0 if further runs cannot help.
     */
    int nextSolo(List<StatisticResult> results) {
        int further = decidingSolo(results);
        return further == 0 && solo.count() < CHECK ? CHECK : further;
    }

    /** Returns the solo runs per side needed next for statistics whose variance pairing reduces too little; 0 if none. */
    int decidingSolo(List<StatisticResult> results) {
        boolean wanted = results.stream()
                .filter(StatisticResult::gated)
                .anyMatch(result ->
                        result.duet() != null && result.duet().solo() && result.label() == Label.INCONCLUSIVE);
        return policy.looks().stream()
                .filter(runs -> wanted && runs > solo.count())
                .findFirst()
                .orElse(0);
    }
}
