package org.ticktoquote.benchmarks.gate;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.ticktoquote.comparison.gate.GateRun;
import org.ticktoquote.comparison.gate.GateStatistic;

/**
 * Class of machines, defined by the run-to-run standard deviation of each statistic's logarithm.
 *
 * <p>Tail and share depend on few pauses. On a tuned machine their number varies by chance only, almost normally; further
 * variation on other machines is an effect of the run. The same pauses determine tail and share, and contribute to p99 with a
 * factor of 0.5. This agrees with simulated hours ({@link SimulatedHour}): tail and share are correlated by 0.96, p99
 * with tail by 0.58 and with share by 0.45. Tail and share are not correlated with p50. Effects of runs are
 * heavy-tailed (Student's t with 5 degrees of freedom), and are correlated by 0.46 between p50 and p99.
 */
enum Rig {
    TUNED(0.008, 0.025, 0.18, 0.81, 0.088, 0.17, 0),
    TYPICAL(0.019, 0.053, 0.24, 0.80, 0.12, 0.23, 0),
    NOISY(0.041, 0.093, 0.57, 0.88, 0.21, 0.46, 0),
    /** Like TYPICAL, but 30 % of the runs start 10 % slower. */
    BIMODAL(0.019, 0.053, 0.24, 0.80, 0.12, 0.23, 0.3);

    private static final double P50_AND_P99 = 0.46;
    private static final double PAUSES_AND_P99 = 0.5;
    private static final double PAUSES_AND_TAIL = 0.96;
    /** Standard deviations due to the number of pauses in an hour alone, without any effect of the run. */
    private static final double TAIL_BY_CHANCE = 0.088;

    private static final double SHARE_BY_CHANCE = 0.17;
    private static final double SLOW = Math.log(1.1);
    private static final int DEGREES = 5;
    /** Variance of Student's t with 5 degrees of freedom: 5/3. */
    private static final double VARIANCE = 5.0 / 3;

    private final double p50;
    private final double p99;
    private final double p999;
    private final double max;
    private final double tail;
    private final double share;
    private final double slowShare;

    Rig(double p50, double p99, double p999, double max, double tail, double share, double slowShare) {
        this.p50 = p50;
        this.p99 = p99;
        this.p999 = p999;
        this.max = max;
        this.tail = tail;
        this.share = share;
        this.slowShare = slowShare;
    }

    /**
     * Creates a run.
     *
     * @param shifts increase of each statistic's logarithm; 0 if absent
     */
    GateRun run(SplittableRandom random, Map<GateStatistic, Double> shifts) {
        double start = start(random);
        return run(noise(random), start, shifts);
    }

    /**
     * Creates two simultaneous runs, the baseline first. The start of each JVM is independent.
     *
     * @param shared noise common to both runs
     * @param shifts increase of each statistic's logarithm for the candidate; 0 if absent
     */
    List<GateRun> pair(SplittableRandom random, SharedNoise shared, Map<GateStatistic, Double> shifts) {
        Map<GateStatistic, Double> both = noise(random);
        return List.of(
                run(shared.mixed(both, noise(random)), start(random), Map.of()),
                run(shared.mixed(both, noise(random)), start(random), shifts));
    }

    GateRun run(Map<GateStatistic, Double> noise, double start, Map<GateStatistic, Double> shifts) {
        Map<GateStatistic, Double> logs = new EnumMap<>(noise);
        logs.replaceAll((statistic, log) -> log + start + shifts.getOrDefault(statistic, 0.0));
        return new GateRun("run", logs, 0, 0, 1L);
    }

    /** Returns the noise of p50 in standard deviations. */
    double body(Map<GateStatistic, Double> noise) {
        return noise.getOrDefault(GateStatistic.P50, 0.0) / p50;
    }

    /** Shifts each statistic by a number of its standard deviations. */
    Map<GateStatistic, Double> stepped(Map<GateStatistic, Double> noise, double deviations) {
        Map<GateStatistic, Double> spread = Map.of(
                GateStatistic.P50, p50, GateStatistic.P99, p99, GateStatistic.TAIL, tail, GateStatistic.SHARE, share);
        Map<GateStatistic, Double> stepped = new EnumMap<>(noise);
        stepped.replaceAll((statistic, log) -> log + deviations * spread.getOrDefault(statistic, 0.0));
        return stepped;
    }

    double start(SplittableRandom random) {
        return random.nextDouble() < slowShare ? SLOW : 0;
    }

    Map<GateStatistic, Double> noise(SplittableRandom random) {
        double body = student(random);
        double chance = normal(random);
        double ofRun = student(random);
        double pauses = beyondChance(share, SHARE_BY_CHANCE, chance, ofRun);
        double worst = beyondChance(tail, TAIL_BY_CHANCE, chance, ofRun);
        Map<GateStatistic, Double> logs = new EnumMap<>(GateStatistic.class);
        logs.put(GateStatistic.P50, p50 * body);
        logs.put(
                GateStatistic.P99,
                p99
                        * (P50_AND_P99 * body
                                + PAUSES_AND_P99 * pauses
                                + rest(P50_AND_P99, PAUSES_AND_P99) * student(random)));
        logs.put(GateStatistic.P99_9, p999 * student(random));
        logs.put(GateStatistic.MAX, max * student(random));
        logs.put(GateStatistic.TAIL, tail * (PAUSES_AND_TAIL * worst + rest(PAUSES_AND_TAIL, 0) * normal(random)));
        logs.put(GateStatistic.SHARE, share * pauses);
        return logs;
    }

    /**
     * Combines noise to variance 1. Chance contributes as on a tuned machine, and the effect of the run contributes the
     * rest.
     */
    private static double beyondChance(double spread, double byChance, double chance, double ofRun) {
        double part = byChance / spread;
        return part * chance + rest(part, 0) * ofRun;
    }

    /** Factor of an independent term that makes the variance 1. */
    private static double rest(double one, double other) {
        return Math.sqrt(Math.max(0, 1 - one * one - other * other));
    }

    /** Student's t, scaled to variance 1. */
    static double student(SplittableRandom random) {
        double squares = 0;
        for (int i = 0; i < DEGREES; i++) {
            double normal = normal(random);
            squares += normal * normal;
        }
        return normal(random) / Math.sqrt(squares / DEGREES * VARIANCE);
    }

    /** Normal deviate by Box and Muller. */
    static double normal(SplittableRandom random) {
        return Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
    }
}
