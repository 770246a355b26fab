package org.ticktoquote.benchmarks.gate;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ticktoquote.comparison.gate.Gate;
import org.ticktoquote.comparison.gate.GateDecision;
import org.ticktoquote.comparison.gate.GateInput;
import org.ticktoquote.comparison.gate.GatePolicy;
import org.ticktoquote.comparison.gate.GateRun;
import org.ticktoquote.comparison.gate.GateStatistic;
import org.ticktoquote.comparison.gate.GateVerdict;
import org.ticktoquote.comparison.gate.SoloRuns;

/**
 * Duet gates on a simulated rig. Each has up to ten pairs, then the solo runs that the decision still requires, at most
 * ten per side.
 *
 * @param gates number of simulated gates
 * @param verdicts counts by verdict
 * @param pairs mean number of pairs
 * @param solo mean number of solo runs per side
 */
record DuetTrials(int gates, Map<GateVerdict, Integer> verdicts, double pairs, double solo) {
    /**
     * Simulated comparison.
     *
     * @param inTurn whether the gate has a time limit and begins with runs in turn; a duet after an undecided first look
     */
    private record Duel(Rig rig, SharedNoise shared, Map<GateStatistic, Double> shifts, boolean inTurn) {}

    private record End(GateVerdict verdict, int pairs, int solo) {}

    /**
     * Simulates gates of a release against a copy that is slower by a factor. The same seed gives the same result on any
     * number of CPUs.
     */
    static DuetTrials of(GatePolicy policy, Rig rig, SharedNoise shared, double factor, int gates, long seed) {
        return of(policy, new Duel(rig, shared, GateTrials.slower(factor), false), gates, seed);
    }

    /** Simulates gates with one statistic worse by exactly its margin. */
    static DuetTrials atMargin(
            GatePolicy policy, Rig rig, SharedNoise shared, GateStatistic statistic, int gates, long seed) {
        return of(policy, new Duel(rig, shared, GateTrials.byMargin(policy, statistic), false), gates, seed);
    }

    /** Simulates gates that begin with runs in turn, and are a duet after an undecided first look. */
    static DuetTrials inTurn(
            GatePolicy policy, Rig rig, SharedNoise shared, Map<GateStatistic, Double> shifts, int gates, long seed) {
        return of(policy, new Duel(rig, shared, shifts, true), gates, seed);
    }

    private static DuetTrials of(GatePolicy policy, Duel duel, int gates, long seed) {
        List<End> ends = IntStream.range(0, gates)
                .parallel()
                .mapToObj(i -> run(policy, duel, new SplittableRandom(seed * 1_000_003 + i)))
                .toList();
        Map<GateVerdict, Integer> verdicts = new EnumMap<>(GateVerdict.class);
        ends.forEach(end -> verdicts.merge(end.verdict(), 1, Integer::sum));
        return new DuetTrials(
                gates,
                verdicts,
                ends.stream().mapToInt(End::pairs).average().orElse(0),
                ends.stream().mapToInt(End::solo).average().orElse(0));
    }

    /** Runs a gate like {@code t2q gate run --duet}: pairs until they decide or cannot decide any more, then solo runs. */
    private static End run(GatePolicy policy, Duel duel, SplittableRandom random) {
        Sides pairs = new Sides();
        Sides solo = new Sides();
        if (duel.inTurn()) {
            int first = policy.looks().get(0);
            addSolo(solo, first, duel, random);
            GateVerdict look = new Gate(policy)
                    .decide(GateInput.of(solo.baseline, solo.candidate))
                    .verdict();
            if (look != GateVerdict.INCONCLUSIVE) {
                return new End(look, 0, first);
            }
        }
        Gate gate = new Gate(policy.ofDuet());
        GateDecision decision = decide(gate, pairs, solo);
        while (decision.nextLook() > 0) {
            while (pairs.count() < decision.nextLook()) {
                pairs.add(duel.rig().pair(random, duel.shared(), duel.shifts()));
            }
            decision = decide(gate, pairs, solo);
        }
        while (decision.nextSolo() > 0) {
            addSolo(solo, decision.nextSolo(), duel, random);
            decision = decide(gate, pairs, solo);
        }
        return new End(decision.verdict(), pairs.count(), solo.count());
    }

    private static void addSolo(Sides solo, int count, Duel duel, SplittableRandom random) {
        while (solo.count() < count) {
            solo.add(List.of(duel.rig().run(random, Map.of()), duel.rig().run(random, duel.shifts())));
        }
    }

    private static GateDecision decide(Gate gate, Sides pairs, Sides solo) {
        return gate.decide(
                GateInput.of(pairs.baseline, pairs.candidate).asDuet(new SoloRuns(solo.baseline, solo.candidate)));
    }

    private static final class Sides {
        private final List<GateRun> baseline = new ArrayList<>();
        private final List<GateRun> candidate = new ArrayList<>();

        void add(List<GateRun> both) {
            baseline.add(both.get(0));
            candidate.add(both.get(1));
        }

        int count() {
            return baseline.size();
        }
    }

    /** Share of a verdict in percent. */
    double share(GateVerdict verdict) {
        return GateTrials.percent(verdicts.getOrDefault(verdict, 0), gates);
    }
}
