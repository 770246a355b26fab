package org.ticktoquote.benchmarks.gate;

import java.util.EnumMap;
import java.util.Map;
import org.ticktoquote.comparison.gate.GateStatistic;

/** Variance of the log ratio between successive runs, divided by the variance between simultaneous runs. */
enum SharedNoise {
    /** Measured on a noisy 2-core machine. Most noise is shared, except that of p50, which each JVM's compiler decides. */
    MEASURED(1, 19, 41),
    /** The smallest useful gain, at which chance decides whether pairs or solo runs are used. */
    LITTLE(1.5, 1.5, 1.5),
    /** No shared noise. Any gain from pairs is chance. */
    NONE(1, 1, 1);

    private final double p50;
    private final double p99;
    private final double tail;

    SharedNoise(double p50, double p99, double tail) {
        this.p50 = p50;
        this.p99 = p99;
        this.tail = tail;
    }

    /** Returns the noise of one side, with the variance of a solo run. */
    Map<GateStatistic, Double> mixed(Map<GateStatistic, Double> both, Map<GateStatistic, Double> own) {
        Map<GateStatistic, Double> mixed = new EnumMap<>(own);
        mixed.replaceAll((statistic, log) -> {
            double ownPart = 1 / gain(statistic);
            return Math.sqrt(1 - ownPart) * both.getOrDefault(statistic, 0.0) + Math.sqrt(ownPart) * log;
        });
        return mixed;
    }

    private double gain(GateStatistic statistic) {
        return switch (statistic) {
            case P50 -> p50;
            case P90, P99 -> p99;
            default -> tail;
        };
    }
}
