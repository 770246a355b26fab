package org.ticktoquote.analysis.statistics;

import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;

/** Ticks at even distances, for tests. */
final class Series {
    static final long MS = 1_000_000;

    private Series() {}

    /** A series of ticks at a fixed interval, with values by index. */
    static TickSeries of(int ticks, long everyNs, LongUnaryOperator valueNs) {
        return visitor -> {
            for (int i = 0; i < ticks; i++) {
                visitor.accept(i * everyNs, valueNs.applyAsLong(i));
            }
        };
    }

    static ClientStatistics statistics(int ticks, long everyNs, LongUnaryOperator valueNs) {
        return RunStatistics.ofSeries(of(ticks, everyNs, valueNs));
    }

    /** Independent exponential values. */
    static ClientStatistics independent(int ticks, long everyNs, long seed) {
        long[] values = exponential(ticks, seed);
        return statistics(ticks, everyNs, i -> values[(int) i]);
    }

    /** Exponential values above 1 ms. */
    static long[] exponential(int ticks, long seed) {
        return new SplittableRandom(seed)
                .doubles(ticks)
                .mapToLong(u -> MS + Math.round(-Math.log(1 - u) * MS))
                .toArray();
    }
}
