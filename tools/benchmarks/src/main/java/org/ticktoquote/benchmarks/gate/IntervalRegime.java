package org.ticktoquote.benchmarks.gate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.agrona.collections.LongLongConsumer;
import org.ticktoquote.analysis.statistics.TickSeries;

/**
 * Kinds of applications, each a source of simulated runs of 35 s with 18,900 ticks.
 *
 * <p>A response is 60 us x exp(effect of the run + 0.25 x normal), and for 4 % of the ticks a Pareto(3) factor longer. A
 * tick inside a pause waits for the end of the pause.
 */
enum IntervalRegime {
    EQUAL(0, 300_000),
    /** Runs differ by 5 %. */
    RUNS_DIFFER(0.05, 300_000),
    /** Two pauses of 6 ms per second, at random times; runs differ. */
    PAUSES(0.05, 3_000_000) {
        @Override
        void disturb(Run run) {
            run.pauses(70, length -> 6e6);
        }
    },
    /** One second of each run in which every tick takes 20 ms longer. */
    BAD_SECOND(0, 3_000_000) {
        @Override
        void disturb(Run run) {
            run.slow(run.random.nextDouble() * (SPAN_NS - 1e9), 1e9, 20_000_000);
        }
    },
    /** A pause of 6 ms every 503 ms. */
    PERIODIC(0, 3_000_000) {
        @Override
        void disturb(Run run) {
            double phase = run.random.nextDouble() * 503e6;
            for (double at = phase - 503e6; at < SPAN_NS; at += 503e6) {
                run.pause(at, 6e6);
            }
        }
    },
    /** Logarithms of the body are autocorrelated by 0.99. */
    AUTOCORRELATED(0, 300_000),
    /** Three of ten runs are 10 % slower. */
    TWO_MODES(0, 300_000),
    /** Eleven pauses of 2 ms or more per run on average, Pareto(1.5). */
    RARE_PARETO(0, 20_000_000) {
        @Override
        void disturb(Run run) {
            run.pauses(11, uniform -> 2e6 * Math.pow(uniform, -1 / 1.5));
        }
    },
    /** Three pauses per run on average, median 6 ms, lognormal; runs differ in their number. */
    RARE_LOGNORMAL(0.05, 20_000_000) {
        @Override
        void disturb(Run run) {
            double factor = Math.exp(0.3 * Rig.normal(run.random) - 0.045);
            run.pauses(3 * factor, uniform -> 6e6 * Math.exp(Rig.normal(run.random)));
        }
    };

    static final int TICKS = 18_900;
    static final long SPAN_NS = 35_000_000_000L;
    private static final double MEDIAN_NS = 60_000;
    private static final double BODY = 0.25;
    private static final double AR = 0.99;
    private static final double JITTERED = 0.04;
    private static final int BURST = 10;
    private static final double IN_BURST_NS = 100_000;

    private final double runSpread;
    private final long laterThanNs;

    IntervalRegime(double runSpread, long laterThanNs) {
        this.runSpread = runSpread;
        this.laterThanNs = laterThanNs;
    }

    /** Value for which the time per year is computed. */
    long laterThanNs() {
        return laterThanNs;
    }

    /** Delays some of the ticks of a run. */
    void disturb(Run run) {}

    /**
     * Creates a run.
     *
     * @param bursty true for bursts of ten ticks on average at random times, false for a fixed rate
     */
    Run run(SplittableRandom random, boolean bursty) {
        Run run = new Run(random, bursty ? bursts(random) : even());
        double mode = this == TWO_MODES && random.nextDouble() < 0.3 ? Math.log(1.1) : 0;
        run.body(mode + runSpread * Rig.normal(random), this == AUTOCORRELATED ? AR : 0);
        disturb(run);
        return run;
    }

    private static long[] even() {
        long[] intended = new long[TICKS];
        for (int i = 0; i < TICKS; i++) {
            intended[i] = i * (SPAN_NS / TICKS);
        }
        return intended;
    }

    private static long[] bursts(SplittableRandom random) {
        long[] intended = new long[TICKS];
        for (int i = 0; i < TICKS; ) {
            double at = random.nextDouble() * SPAN_NS;
            int ticks = 1 + (int) (Math.log(1 - random.nextDouble()) / Math.log(1 - 1.0 / BURST));
            for (int j = 0; j < ticks && i < TICKS; j++) {
                intended[i++] = Math.min(SPAN_NS - 1, (long) (at + j * IN_BURST_NS));
            }
        }
        Arrays.sort(intended);
        return intended;
    }

    /** A run under construction, and its ticks. */
    static final class Run implements TickSeries {
        private final SplittableRandom random;
        private final long[] intendedNs;
        private final long[] valuesNs = new long[TICKS];
        private final List<Double> pausesNs = new ArrayList<>();
        private double slowNs;

        Run(SplittableRandom random, long[] intendedNs) {
            this.random = random;
            this.intendedNs = intendedNs;
        }

        private void body(double effect, double follows) {
            double state = Rig.normal(random);
            for (int i = 0; i < TICKS; i++) {
                state = follows * state + Math.sqrt(1 - follows * follows) * Rig.normal(random);
                double jitter = random.nextDouble() < JITTERED ? Math.pow(1 - random.nextDouble(), -1.0 / 3) : 1;
                valuesNs[i] = Math.round(MEDIAN_NS * Math.exp(effect + BODY * state) * jitter);
            }
        }

        /**
         * Adds pauses at random times.
         *
         * @param expected number of pauses on average
         * @param length maps a uniform number in 0..1 to the length of a pause in nanoseconds
         */
        private void pauses(double expected, DoubleUnaryOperator length) {
            double at = 0;
            while (true) {
                at -= Math.log(1 - random.nextDouble()) * SPAN_NS / expected;
                if (at > SPAN_NS) {
                    return;
                }
                pause(at, length.applyAsDouble(1 - random.nextDouble()));
            }
        }

        /**
         * Returns the total time during which a tick, if there was one, would have been later than a value. Slow ticks
         * must exceed the value. Overlapping pauses, and their parts outside the run, count in full.
         */
        double lateNs(long laterThanNs) {
            return slowNs
                    + pausesNs.stream()
                            .mapToDouble(lengthNs -> Math.max(0, lengthNs - laterThanNs))
                            .sum();
        }

        private void pause(double fromNs, double lengthNs) {
            pausesNs.add(lengthNs);
            long untilNs = (long) (fromNs + lengthNs);
            for (int i = first((long) fromNs); i < TICKS && intendedNs[i] < untilNs; i++) {
                valuesNs[i] = Math.max(valuesNs[i], untilNs - intendedNs[i]);
            }
        }

        private void slow(double fromNs, double lengthNs, long moreNs) {
            slowNs += lengthNs;
            for (int i = first((long) fromNs); i < TICKS && intendedNs[i] < fromNs + lengthNs; i++) {
                valuesNs[i] += moreNs;
            }
        }

        private int first(long fromNs) {
            int found = Arrays.binarySearch(intendedNs, fromNs);
            int place = found < 0 ? -found - 1 : found;
            while (place > 0 && intendedNs[place - 1] >= fromNs) {
                place--;
            }
            return place;
        }

        @Override
        public void each(LongLongConsumer visitor) {
            for (int i = 0; i < TICKS; i++) {
                visitor.accept(intendedNs[i], valuesNs[i]);
            }
        }
    }
}
