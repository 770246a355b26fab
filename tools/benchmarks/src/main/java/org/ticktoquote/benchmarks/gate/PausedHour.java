package org.ticktoquote.benchmarks.gate;

import java.util.SplittableRandom;
import org.ticktoquote.analysis.statistics.TickSeries;

/**
 * An hour in which only pauses make ticks late. Ticks arrive at random, two per second. A tick inside a pause waits
 * until the pause ends. Pause lengths are exponential. Every pass returns the same ticks.
 */
record PausedHour(long seed, double pauses, double lengthNs) implements TickSeries {
    static final long SPAN_NS = 3_600_000_000_000L;
    private static final double TICKS = 7_200;
    private static final long PLAIN_NS = 60_000;

    /**
     * Returns the share of quotes later than a value, over all such hours.
     *
     * @param pauses mean number of pauses per hour
     * @param lengthNs mean length
     */
    static double lateShare(double pauses, double lengthNs, long valueNs) {
        return -Math.expm1(-pauses * lengthNs / SPAN_NS * Math.exp(-valueNs / lengthNs));
    }

    @Override
    public void each(Visitor visitor) {
        SplittableRandom random = new SplittableRandom(seed);
        double pause = gap(random, pauses);
        double until = 0;
        for (double at = gap(random, TICKS); at < SPAN_NS; at += gap(random, TICKS)) {
            while (pause <= at) {
                until = Math.max(until, pause + lengthNs * exponential(random));
                pause += gap(random, pauses);
            }
            visitor.tick((long) at, Math.max(PLAIN_NS, (long) (until - at)));
        }
    }

    private static double gap(SplittableRandom random, double anHour) {
        return SPAN_NS / anHour * exponential(random);
    }

    private static double exponential(SplittableRandom random) {
        return -Math.log(1 - random.nextDouble());
    }
}
