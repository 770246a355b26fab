package org.ticktoquote.benchmarks.gate;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.comparison.gate.Gate;
import org.ticktoquote.comparison.gate.GateDecision;
import org.ticktoquote.comparison.gate.GateInput;
import org.ticktoquote.comparison.gate.GatePolicy;
import org.ticktoquote.comparison.gate.GateRun;
import org.ticktoquote.comparison.gate.GateStatistic;
import org.ticktoquote.comparison.gate.GateVerdict;

/**
 * Gates on a simulated rig, with twenty earlier runs and up to ten runs per side.
 *
 * @param gates number of simulated gates
 * @param verdicts counts by verdict
 * @param runs mean number of runs per side
 */
record GateTrials(int gates, Map<GateVerdict, Integer> verdicts, double runs) {
    private static final int HISTORY = 20;
    private static final int MOST = 10;

    /**
     * Simulates gates of a release against a copy that is slower by a factor. The same seed gives the same result on any
     * number of CPUs.
     */
    static GateTrials of(GatePolicy policy, Rig rig, double factor, int gates, long seed) {
        return of(policy, rig, slower(factor), gates, seed);
    }

    /** Returns the shifts that make all statistics slower by a factor. */
    static Map<GateStatistic, Double> slower(double factor) {
        Map<GateStatistic, Double> shifts = new EnumMap<>(GateStatistic.class);
        for (GateStatistic statistic : GateStatistic.values()) {
            shifts.put(statistic, Math.log(factor));
        }
        return shifts;
    }

    /** Simulates gates with one statistic worse by exactly its margin. */
    static GateTrials atMargin(GatePolicy policy, Rig rig, GateStatistic statistic, int gates, long seed) {
        return of(policy, rig, byMargin(policy, statistic), gates, seed);
    }

    static Map<GateStatistic, Double> byMargin(GatePolicy policy, GateStatistic statistic) {
        return Map.of(statistic, Math.log1p(policy.margins().getOrDefault(statistic, 0.0)));
    }

    private static GateTrials of(GatePolicy policy, Rig rig, Map<GateStatistic, Double> shifts, int gates, long seed) {
        Gate gate = new Gate(policy);
        return of(gates, i -> decide(gate, rig, shifts, new SplittableRandom(seed * 1_000_003 + i)));
    }

    private static GateTrials of(int gates, IntFunction<GateDecision> one) {
        List<GateDecision> decisions =
                IntStream.range(0, gates).parallel().mapToObj(one).toList();
        Map<GateVerdict, Integer> verdicts = new EnumMap<>(GateVerdict.class);
        decisions.forEach(decision -> verdicts.merge(decision.verdict(), 1, Integer::sum));
        return new GateTrials(
                gates,
                verdicts,
                decisions.stream().mapToInt(GateDecision::look).average().orElse(0));
    }

    private static GateDecision decide(Gate gate, Rig rig, Map<GateStatistic, Double> shifts, SplittableRandom random) {
        return gate.decide(GateInput.of(runs(rig, random, Map.of(), MOST), runs(rig, random, shifts, MOST))
                .withHistory(runs(rig, random, Map.of(), HISTORY)));
    }

    /** Change of a host's noise from run to run. */
    enum Drift {
        NONE(0),
        SLOW(0.5),
        SLOWER(0.9),
        /** One run in ten starts a higher or lower level. */
        STEPS(0);

        private static final double STEP_CHANCE = 0.1;
        private static final double STEP = 2;

        private final double autocorrelation;

        Drift(double autocorrelation) {
            this.autocorrelation = autocorrelation;
        }

        /**
         * Simulates the interleaved runs of a gate. Returns the baseline's runs, then the candidate's.
         *
         * @param pulse pulse of the host around each run
         */
        List<List<GateRun>> sides(Rig rig, SplittableRandom random, Pulse pulse, Map<GateStatistic, Double> shifts) {
            List<List<GateRun>> sides = List.of(new ArrayList<>(), new ArrayList<>());
            Map<GateStatistic, Double> noise = rig.noise(random);
            double step = 0;
            for (boolean candidate : GateRun.order(MOST, random.nextLong())) {
                Map<GateStatistic, Double> own = rig.noise(random);
                double before = autocorrelation;
                noise.replaceAll((statistic, log) ->
                        before * log + Math.sqrt(1 - before * before) * own.getOrDefault(statistic, 0.0));
                if (this == STEPS && random.nextDouble() < STEP_CHANCE) {
                    step = STEP * (2 * random.nextDouble() - 1);
                }
                Map<GateStatistic, Double> now = rig.stepped(noise, step);
                sides.get(candidate ? 1 : 0)
                        .add(rig.run(now, rig.start(random), candidate ? shifts : Map.of())
                                .withPulse(pulse.log(rig, now, candidate, random)));
            }
            return sides;
        }
    }

    /**
     * Pulse of the host around each run: lateness of a timer and duration of UDP round trips (docs/gate.md).
     *
     * @param correlation correlation of its logarithm with the noise of p50; 0 for an uninformative pulse
     * @param moved shift by the candidate, in standard deviations; 0 unless the pulse is measured while the application
     *     is running
     */
    record Pulse(double correlation, double moved) {
        /** Not measured. */
        static final Pulse NONE = new Pulse(Double.NaN, 0);

        private static final double SPREAD = 0.2;

        @Nullable
        Double log(Rig rig, Map<GateStatistic, Double> noise, boolean candidate, SplittableRandom random) {
            if (Double.isNaN(correlation)) {
                return null;
            }
            double own = Math.sqrt(1 - correlation * correlation) * Rig.student(random);
            return SPREAD * (correlation * rig.body(noise) + own + (candidate ? moved : 0));
        }
    }

    /** Simulates gates with interleaved runs on a drifting host. The history is two earlier gates. */
    static GateTrials inTurn(
            GatePolicy policy,
            Rig rig,
            Drift drift,
            boolean blocks,
            Map<GateStatistic, Double> shifts,
            int gates,
            long seed) {
        return inTurn(policy, rig, drift, blocks, Pulse.NONE, HISTORY, shifts, gates, seed);
    }

    /**
     * Simulates gates with a pulse.
     *
     * @param accepted number of earlier runs, a multiple of ten
     */
    static GateTrials inTurn(
            GatePolicy policy,
            Rig rig,
            Drift drift,
            boolean blocks,
            Pulse pulse,
            int accepted,
            Map<GateStatistic, Double> shifts,
            int gates,
            long seed) {
        Gate gate = new Gate(policy);
        return of(gates, i -> {
            SplittableRandom random = new SplittableRandom(seed * 1_000_003 + i);
            List<GateRun> history = new ArrayList<>();
            for (int earlier = 0; earlier < accepted / MOST; earlier++) {
                String release = "release " + earlier;
                drift.sides(rig, random, pulse, Map.of()).get(1).forEach(run -> history.add(run.ofRelease(release)));
            }
            List<List<GateRun>> sides = drift.sides(rig, random, pulse, shifts);
            GateInput input = GateInput.of(sides.get(0), sides.get(1)).withHistory(history);
            return gate.decide(blocks ? input.asBlocks() : input);
        });
    }

    private static List<GateRun> runs(Rig rig, SplittableRandom random, Map<GateStatistic, Double> shifts, int count) {
        List<GateRun> runs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            runs.add(rig.run(random, shifts));
        }
        return runs;
    }

    /** Returns the percentage of equal releases whose best of five runs is worse by more than 5 %. */
    static double bestOfFiveAlarms(Rig rig, GateStatistic statistic, int gates, long seed) {
        double limit = Math.log(1.05);
        return percent(
                IntStream.range(0, gates)
                        .filter(i -> {
                            SplittableRandom random = new SplittableRandom(seed * 1_000_003 + i);
                            double baseline = best(rig, statistic, random);
                            double candidate = best(rig, statistic, random);
                            return candidate - baseline > limit;
                        })
                        .count(),
                gates);
    }

    private static double best(Rig rig, GateStatistic statistic, SplittableRandom random) {
        return runs(rig, random, Map.of(), 5).stream()
                .mapToDouble(run -> run.logs().getOrDefault(statistic, 0.0))
                .min()
                .orElseThrow();
    }

    int count(GateVerdict verdict) {
        return verdicts.getOrDefault(verdict, 0);
    }

    /** Share of a verdict in percent. */
    double share(GateVerdict verdict) {
        return percent(count(verdict), gates);
    }

    static double percent(long part, long whole) {
        return 100.0 * part / whole;
    }
}
