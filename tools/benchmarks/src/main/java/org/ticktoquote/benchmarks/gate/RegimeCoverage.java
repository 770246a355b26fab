package org.ticktoquote.benchmarks.gate;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ticktoquote.analysis.statistics.RunStatistics;
import org.ticktoquote.analysis.statistics.YearRegime;
import org.ticktoquote.analysis.statistics.YearlyTime;

/**
 * How often the interval of a year of several regimes holds the truth, over runs of an hour each. The truth is known: only
 * pauses make a tick late.
 *
 * @param trials years
 * @param held in percent of them
 * @param tooLow upper ends below the truth, in percent
 * @param unseen years in which a regime showed nothing, in percent
 */
record RegimeCoverage(int trials, double held, double tooLow, double unseen) {
    static final long X_NS = 100_000_000;
    private static final double LENGTH_NS = 500_000_000;

    /** Hours of a year, and how often in an hour there is a pause, how long on average. */
    record Regime(double hours, double pauses, double lengthNs) {
        static Regime of(double hours, double pauses) {
            return new Regime(hours, pauses, LENGTH_NS);
        }

        double truth() {
            return hours * PausedHour.lateShare(pauses, lengthNs, X_NS);
        }
    }

    /** Years whose quietest hours are more and more so: with five runs nothing is seen of them in so many trials. */
    enum Year {
        /** Every regime shows something. */
        SEEN(Regime.of(12, 60), Regime.of(1_000, 10), Regime.of(5_228, 4)),
        /** Most of the year's late quotes are of hours of which nothing is seen every fourth time. */
        RARE(Regime.of(12, 60), Regime.of(1_000, 1), Regime.of(5_228, 0.3)),
        /** Mostly nothing is seen of 5,228 hours. */
        MOSTLY_NOTHING(Regime.of(12, 60), Regime.of(1_000, 1), Regime.of(5_228, 0.05)),
        /** Of two regimes mostly nothing. */
        TWICE_NOTHING(Regime.of(12, 60), Regime.of(3_000, 0.1), Regime.of(3_228, 0.1)),
        /** The rare pauses are ten times as long as those that are seen: no runs without one can tell. */
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
     * So many years; the same seed gives the same, on any number of CPUs.
     *
     * @param runs of each regime
     * @param runSpread standard deviation of the logarithm of a run's pauses an hour
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

    /** The upper end of the interval, or what the time of few episodes is at most. */
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

    /** The factor of a run is 1 on average, so that the truth stays what it is. */
    private static YearRegime.Hours hour(Regime regime, double runSpread, SplittableRandom random) {
        double factor = Math.exp(runSpread * Rig.normal(random) - runSpread * runSpread / 2);
        PausedHour hour = new PausedHour(random.nextLong(), factor * regime.pauses(), regime.lengthNs());
        return new YearRegime.Hours(PausedHour.SPAN_NS, RunStatistics.ofSeries(hour, X_NS));
    }
}
