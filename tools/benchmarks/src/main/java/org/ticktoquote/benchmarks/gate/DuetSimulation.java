package org.ticktoquote.benchmarks.gate;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
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
 * Prints error rates of the duet gate on simulated rigs (docs/benchmarks.md).
 *
 * <p>{@code java -cp tools/benchmarks/target/benchmarks.jar org.ticktoquote.benchmarks.gate.DuetSimulation [GATES]}
 */
public final class DuetSimulation {
    private static final int GATES = 4_000;
    private static final long SEED = 14;

    private DuetSimulation() {}

    /** @param args gates per line; 4,000 by default */
    @SuppressWarnings("SystemOut")
    public static void main(String... args) {
        int gates = args.length > 0 ? Integer.parseInt(args[0]) : GATES;
        System.out.print("rig      shared    policy   candidate    FAIL    PASS  undecided  pairs  solo\n");
        for (Rig rig : Rig.values()) {
            for (SharedNoise shared : SharedNoise.values()) {
                print(rig, shared, GatePolicy.RELEASE, 1, gates);
                print(rig, shared, GatePolicy.RELEASE, 1.1, gates);
                print(rig, shared, GatePolicy.STRICT, 1, gates);
            }
        }
        System.out.print("PASS of a duet with one statistic at its margin, policy release\n");
        for (Rig rig : Rig.values()) {
            for (SharedNoise shared : SharedNoise.values()) {
                margins(rig, shared, gates);
            }
        }
        System.out.print(
                "gate with a time limit: FAIL of equal releases, and PASS with p50 and p99 at their margins\n");
        for (Rig rig : Rig.values()) {
            for (SharedNoise shared : SharedNoise.values()) {
                inTurn(rig, shared, gates);
            }
        }
    }

    /** Prints errors of a gate that becomes a duet after an undecided first look at alternating solo runs. */
    @SuppressWarnings("SystemOut")
    private static void inTurn(Rig rig, SharedNoise shared, int gates) {
        GatePolicy policy = GatePolicy.RELEASE;
        DuetTrials equal = DuetTrials.inTurn(policy, rig, shared, Map.of(), gates, SEED);
        System.out.printf(
                Locale.ROOT,
                "%-8s %-9s FAIL %.2f %% PASS %.1f %%",
                name(rig),
                name(shared),
                equal.share(GateVerdict.FAIL),
                equal.share(GateVerdict.PASS));
        for (GateStatistic statistic : List.of(GateStatistic.P50, GateStatistic.P99)) {
            Map<GateStatistic, Double> shifts = GateTrials.byMargin(policy, statistic);
            DuetTrials atMargin = DuetTrials.inTurn(policy, rig, shared, shifts, gates, SEED);
            System.out.printf(Locale.ROOT, " %s %.2f %%", statistic.text(), atMargin.share(GateVerdict.PASS));
        }
        System.out.println();
    }

    @SuppressWarnings("SystemOut")
    private static void print(Rig rig, SharedNoise shared, GatePolicy policy, double factor, int gates) {
        DuetTrials trials = DuetTrials.of(policy, rig, shared, factor, gates, SEED);
        System.out.printf(
                Locale.ROOT,
                "%-8s %-9s %-8s %+7.0f %%  %6.2f %%  %5.1f %%  %5.1f %%  %5.1f %5.1f%n",
                name(rig),
                name(shared),
                policy.name(),
                100 * (factor - 1),
                trials.share(GateVerdict.FAIL),
                trials.share(GateVerdict.PASS),
                trials.share(GateVerdict.INCONCLUSIVE),
                trials.pairs(),
                trials.solo());
    }

    /** Prints how often a candidate passes with one statistic worse by exactly its margin. */
    @SuppressWarnings("SystemOut")
    private static void margins(Rig rig, SharedNoise shared, int gates) {
        GatePolicy policy = GatePolicy.RELEASE;
        System.out.printf(Locale.ROOT, "%-8s %-9s", name(rig), name(shared));
        for (GateStatistic statistic : policy.margins().keySet()) {
            DuetTrials trials = DuetTrials.atMargin(policy, rig, shared, statistic, gates, SEED);
            System.out.printf(Locale.ROOT, " %s %.2f %%", statistic.text(), trials.share(GateVerdict.PASS));
        }
        System.out.println();
    }

    private static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

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
         * @param inTurn whether the gate has a time limit and begins with solo runs; it becomes a duet after an undecided first look
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

        /** Simulates gates that begin with alternating solo runs and become a duet after an undecided first look. */
        static DuetTrials inTurn(
                GatePolicy policy,
                Rig rig,
                SharedNoise shared,
                Map<GateStatistic, Double> shifts,
                int gates,
                long seed) {
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
}
