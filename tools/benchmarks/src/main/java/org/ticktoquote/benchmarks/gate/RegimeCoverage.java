package org.ticktoquote.benchmarks.gate;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ticktoquote.analysis.statistics.RunStatistics;
import org.ticktoquote.analysis.statistics.YearRegime;
import org.ticktoquote.analysis.statistics.YearlyTime;

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
}
