package org.ticktoquote.benchmarks.gate;

import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.ticktoquote.analysis.gate.GateRun;
import org.ticktoquote.analysis.gate.GateStatistic;

/**
 * A class of machines, by how much the logarithm of each statistic varies from run to run (standard deviations). The effects of
 * runs are heavy-tailed (Student's t with 5 degrees of freedom); those of p50 and p99 are correlated by 0.46.
 */
enum Rig {
    TUNED(0.008, 0.025, 0.18, 0.81, 0.088, 0.17, 0),
    TYPICAL(0.019, 0.053, 0.24, 0.80, 0.12, 0.23, 0),
    NOISY(0.041, 0.093, 0.57, 0.88, 0.21, 0.46, 0),
    /** Typical, but 30 % of the runs start 10 % slower. */
    BIMODAL(0.019, 0.053, 0.24, 0.80, 0.12, 0.23, 0.3);

    private static final double CORRELATION = 0.46;
    private static final double SLOW = Math.log(1.1);
    private static final int DEGREES = 5;
    /** Of Student's t with 5 degrees: 5 / 3. */
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
     * A run.
     *
     * @param shift by which every statistic's logarithm is more
     */
    GateRun run(SplittableRandom random, double shift) {
        double mode = shift + (random.nextDouble() < slowShare ? SLOW : 0);
        double a = student(random);
        double b = CORRELATION * a + Math.sqrt(1 - CORRELATION * CORRELATION) * student(random);
        Map<GateStatistic, Double> logs = new EnumMap<>(GateStatistic.class);
        logs.put(GateStatistic.P50, mode + p50 * a);
        logs.put(GateStatistic.P99, mode + p99 * b);
        logs.put(GateStatistic.P99_9, mode + p999 * student(random));
        logs.put(GateStatistic.MAX, mode + max * student(random));
        logs.put(GateStatistic.TAIL, mode + tail * student(random));
        logs.put(GateStatistic.SHARE, mode + share * student(random));
        return new GateRun("run", logs, 0, 0, 1L);
    }

    /** With variance 1. */
    private static double student(SplittableRandom random) {
        double squares = 0;
        for (int i = 0; i < DEGREES; i++) {
            double normal = normal(random);
            squares += normal * normal;
        }
        return normal(random) / Math.sqrt(squares / DEGREES * VARIANCE);
    }

    /** Box and Muller. */
    static double normal(SplittableRandom random) {
        return Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
    }
}
