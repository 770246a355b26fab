package org.ticktoquote.benchmarks.gate;

import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.agrona.collections.LongLongConsumer;
import org.ticktoquote.analysis.statistics.RunStatistics;
import org.ticktoquote.analysis.statistics.TickSeries;
import org.ticktoquote.analysis.statistics.YearRegime;
import org.ticktoquote.analysis.statistics.YearlyTime;

/**
 * Prints how often the interval of a year of several regimes contains the truth (docs/benchmarks.md).
 *
 * <p>{@code java -cp tools/benchmarks/target/benchmarks.jar org.ticktoquote.benchmarks.gate.RegimeSimulation [TRIALS]}
 */
public final class RegimeSimulation {
    private static final int TRIALS = 500;
    private static final int RUNS = 5;
    private static final long SEED = 14;

    private RegimeSimulation() {}

    /** @param args years per line; 500 by default */
    @SuppressWarnings("SystemOut")
    public static void main(String... args) {
        int trials = args.length > 0 ? Integer.parseInt(args[0]) : TRIALS;
        System.out.print("year             runs differ by  unseen  holds the truth  upper end below it\n");
        for (RegimeCoverage.Year year : RegimeCoverage.Year.values()) {
            for (double runSpread : new double[] {0, 0.2}) {
                RegimeCoverage coverage = RegimeCoverage.of(year, RUNS, runSpread, trials, SEED);
                System.out.printf(
                        Locale.ROOT,
                        "%-16s %12.0f %%  %4.0f %%  %13.1f %%  %16.1f %%%n",
                        year.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                        100 * runSpread,
                        coverage.unseen(),
                        coverage.held(),
                        coverage.tooLow());
            }
        }
    }

    /**
     * Coverage of the yearly interval over several regimes, with runs of an hour each. The truth is exact, because only pauses
     * make ticks late.
     *
     * @param trials number of years
     * @param held years whose interval contains the truth, in percent
     * @param tooLow years whose upper end is below the truth, in percent
     * @param unseen years in which a regime showed no late episode, in percent
     */
    record RegimeCoverage(int trials, double held, double tooLow, double unseen) {
        static final long X_NS = 100_000_000;
        private static final double LENGTH_NS = 500_000_000;

        /** Hours of a year, with the number of pauses per hour and their mean length. */
        record Regime(double hours, double pauses, double lengthNs) {
            static Regime of(double hours, double pauses) {
                return new Regime(hours, pauses, LENGTH_NS);
            }

            double truth() {
                return hours * PausedHour.lateShare(pauses, lengthNs, X_NS);
            }
        }

        /** Years with increasingly quiet hours, so that five runs miss all late episodes in more and more trials. */
        enum Year {
            /** Every regime shows late episodes. */
            SEEN(Regime.of(12, 60), Regime.of(1_000, 10), Regime.of(5_228, 4)),
            /** In one trial of four, the regime of 5,228 hours, with the most late quotes, shows no late episode. */
            RARE(Regime.of(12, 60), Regime.of(1_000, 1), Regime.of(5_228, 0.3)),
            /** The regime of 5,228 hours shows no late episode in most trials. */
            MOSTLY_NOTHING(Regime.of(12, 60), Regime.of(1_000, 1), Regime.of(5_228, 0.05)),
            /** Two regimes show no late episode in most trials. */
            TWICE_NOTHING(Regime.of(12, 60), Regime.of(3_000, 0.1), Regime.of(3_228, 0.1)),
            /** The rare pauses are ten times as long as the frequent ones. Runs without a rare pause cannot show this. */
            RARE_AND_LONGER(Regime.of(12, 60), Regime.of(1_000, 1), new Regime(5_228, 0.3, 10 * LENGTH_NS));

            private final List<Regime> regimes;

            Year(Regime... regimes) {
                this.regimes = List.of(regimes);
            }

            double truth() {
                return regimes.stream().mapToDouble(Regime::truth).sum();
            }
        }

        /**
         * Simulates years. The same seed gives the same result on any number of CPUs.
         *
         * @param runs number of runs per regime
         * @param runSpread standard deviation of the logarithm of a run's pauses per hour
         */
        static RegimeCoverage of(Year year, int runs, double runSpread, int trials, long seed) {
            List<YearlyTime> times = IntStream.range(0, trials)
                    .parallel()
                    .mapToObj(trial -> time(year, runs, runSpread, new SplittableRandom(seed * 1_000_003 + trial)))
                    .toList();
            double truth = year.truth();
            long low = times.stream().filter(time -> highHours(time) < truth).count();
            long high = times.stream().filter(time -> lowHours(time) > truth).count();
            long unseen = times.stream().filter(RegimeCoverage::unseen).count();
            return new RegimeCoverage(
                    trials,
                    GateTrials.percent(trials - low - high, trials),
                    GateTrials.percent(low, trials),
                    GateTrials.percent(unseen, trials));
        }

        private static double lowHours(YearlyTime time) {
            Double low = time.quotesLowHours();
            return low == null ? 0 : low;
        }

        /** Upper end of the interval, or the bound of the time if there are few episodes. */
        private static double highHours(YearlyTime time) {
            Double high = time.quotesHighHours();
            return high == null ? time.timeAtMostHours() : high;
        }

        private static boolean unseen(YearlyTime time) {
            return time.regimes().stream().anyMatch(regime -> regime.episodes(X_NS) == 0);
        }

        private static YearlyTime time(Year year, int runs, double runSpread, SplittableRandom random) {
            return YearlyTime.of(
                    X_NS,
                    year.regimes.stream()
                            .map(regime -> new YearRegime(
                                    "simulated",
                                    regime.hours(),
                                    IntStream.range(0, runs)
                                            .mapToObj(run -> hour(regime, runSpread, random))
                                            .toList()))
                            .toList());
        }

        /** Creates an hour. The factor of a run is 1 on average, so that the truth does not change. */
        private static YearRegime.Hours hour(Regime regime, double runSpread, SplittableRandom random) {
            double factor = Math.exp(runSpread * Rig.normal(random) - runSpread * runSpread / 2);
            PausedHour hour = new PausedHour(random.nextLong(), factor * regime.pauses(), regime.lengthNs());
            return new YearRegime.Hours(PausedHour.SPAN_NS, RunStatistics.ofSeries(hour, X_NS));
        }

        /**
         * An hour in which only pauses make ticks late. Ticks arrive at random, two per second. A tick inside a pause waits
         * until the pause ends. Pause lengths are exponential. Every pass returns the same ticks.
         */
        private record PausedHour(long seed, double pauses, double lengthNs) implements TickSeries {
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
            public void each(LongLongConsumer visitor) {
                SplittableRandom random = new SplittableRandom(seed);
                double pause = gap(random, pauses);
                double until = 0;
                for (double at = gap(random, TICKS); at < SPAN_NS; at += gap(random, TICKS)) {
                    while (pause <= at) {
                        until = Math.max(until, pause + lengthNs * exponential(random));
                        pause += gap(random, pauses);
                    }
                    visitor.accept((long) at, Math.max(PLAIN_NS, (long) (until - at)));
                }
            }

            private static double gap(SplittableRandom random, double anHour) {
                return SPAN_NS / anHour * exponential(random);
            }

            private static double exponential(SplittableRandom random) {
                return -Math.log(1 - random.nextDouble());
            }
        }
    }
}
