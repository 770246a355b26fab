package org.ticktoquote.benchmarks.gate;

import java.util.EnumMap;
import java.util.Map;
import org.ticktoquote.analysis.gate.GateStatistic;

/** By how much less the log ratio of two runs at once varies than that of two runs one after the other (variances). */
enum SharedNoise {
    /** As on a noisy machine with 2 cores: nothing of p50, for which each JVM's compiler decides, and most of the rest. */
    MEASURED(1, 19, 41),
    /** As much as pairs have to gain: whether they or solo runs decide is chance. */
    LITTLE(1.5, 1.5, 1.5),
    /** Nothing is shared: where pairs seem to gain, that is chance. */
    NONE(1, 1, 1);

    private final double p50;
    private final double p99;
    private final double tail;

    SharedNoise(double p50, double p99, double tail) {
        this.p50 = p50;
        this.p99 = p99;
        this.tail = tail;
    }

    /** The noise of one side: its variance is that of a solo run. */
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
