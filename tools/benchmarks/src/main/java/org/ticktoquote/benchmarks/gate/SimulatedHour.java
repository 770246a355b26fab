package org.ticktoquote.benchmarks.gate;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.agrona.collections.LongLongConsumer;
import org.ticktoquote.analysis.statistics.TickSeries;

/**
 * An hour of ticks of a typical application, 72,000 at 20 per second with bursts.
 *
 * <p>A response is 60 us x exp(effect of the run + slow AR(0.98) + fast AR(0.5)). For 4 % of the ticks it is
 * multiplied by a Pareto(3) factor.
 *
 * <p>There are pauses of 6 ms (120 per hour on average, 70 % of them begun by a tick) and of 60 ms (4 per
 * hour). A tick inside a pause waits until the pause ends. Effects of runs are heavy-tailed (Student's t with 5 degrees
 * of freedom).
 */
final class SimulatedHour implements TickSeries {
    static final int TICKS = 72_000;
    static final long SPAN_NS = 3_600_000_000_000L;
    private static final double MEDIAN_NS = 60_000;
    private static final double SLOW = 0.98;
    private static final double FAST = 0.5;
    private static final double SLOW_SPREAD = 0.1;
    private static final double FAST_SPREAD = 0.2;
    private static final double JITTERED = 0.04;
    private static final double BURST = 0.02;
    private static final int SHORT_PAUSES = 120;
    private static final int LONG_PAUSES = 4;
    private static final double TRIGGERED = 0.7;
    private static final long SHORT_NS = 6_000_000;
    private static final long LONG_NS = 60_000_000;

    private final long[] intendedNs;
    private final long[] valuesNs;

    private SimulatedHour(long[] intendedNs, long[] valuesNs) {
        this.intendedNs = intendedNs;
        this.valuesNs = valuesNs;
    }

    /**
     * Creates a run.
     *
     * @param runSpread standard deviation of the effect of the run
     * @param pauseSpread standard deviation of the logarithm of its number of pauses
     */
    static SimulatedHour of(SplittableRandom random, double runSpread, double pauseSpread) {
        long[] intended = schedule(random);
        long[] values = new long[TICKS];
        double effect = runSpread * Rig.student(random);
        double slow = Rig.normal(random);
        double fast = Rig.normal(random);
        for (int i = 0; i < TICKS; i++) {
            slow = SLOW * slow + Math.sqrt(1 - SLOW * SLOW) * Rig.normal(random);
            fast = FAST * fast + Math.sqrt(1 - FAST * FAST) * Rig.normal(random);
            double jitter = random.nextDouble() < JITTERED ? Math.pow(1 - random.nextDouble(), -1.0 / 3) : 1;
            values[i] = Math.round(MEDIAN_NS * Math.exp(effect + SLOW_SPREAD * slow + FAST_SPREAD * fast) * jitter);
        }
        double factor = Math.exp(pauseSpread * Rig.student(random));
        SimulatedHour hour = new SimulatedHour(intended, values);
        hour.pause(random, poisson(random, SHORT_PAUSES * factor), SHORT_NS, TRIGGERED);
        hour.pause(random, poisson(random, LONG_PAUSES * factor), LONG_NS, 0);
        return hour;
    }

    /** Creates exponential gaps; one in fifty begins a burst of ten ticks within milliseconds. */
    private static long[] schedule(SplittableRandom random) {
        double[] gaps = new double[TICKS];
        int burst = 0;
        double sum = 0;
        for (int i = 0; i < TICKS; i++) {
            burst = burst > 0 ? burst - 1 : random.nextDouble() < BURST ? 10 : 0;
            gaps[i] = -Math.log(1 - random.nextDouble()) * (burst > 0 ? 0.02 : 1);
            sum += gaps[i];
        }
        long[] intended = new long[TICKS];
        double at = 0;
        for (int i = 0; i < TICKS; i++) {
            at += gaps[i];
            intended[i] = (long) (at / sum * SPAN_NS);
        }
        return intended;
    }

    private static int poisson(SplittableRandom random, double mean) {
        int count = 0;
        double left = mean;
        while (true) {
            left += Math.log(1 - random.nextDouble());
            if (left < 0) {
                return count;
            }
            count++;
        }
    }

    private void pause(SplittableRandom random, int count, long lengthNs, double triggered) {
        for (int i = 0; i < count; i++) {
            boolean byTick = random.nextDouble() < triggered;
            long from = byTick ? intendedNs[random.nextInt(TICKS)] : random.nextLong(SPAN_NS);
            int first = Arrays.binarySearch(intendedNs, from);
            first = first < 0 ? -first - 1 : first;
            for (int tick = first; tick < TICKS && intendedNs[tick] < from + lengthNs; tick++) {
                valuesNs[tick] = Math.max(valuesNs[tick], from + lengthNs - intendedNs[tick]);
            }
        }
    }

    /** Response of the last client, tick by tick. */
    LongStream values() {
        return LongStream.of(valuesNs);
    }

    @Override
    public void each(LongLongConsumer visitor) {
        for (int i = 0; i < TICKS; i++) {
            visitor.accept(intendedNs[i], valuesNs[i]);
        }
    }
}
