package org.ticktoquote.analysis.statistics;

import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Hours per year in which quotes are later than a value, and in which a tick would be late. The two are different quantities.
 *
 * <p>The share of quotes has a 95 % interval for sums of weighted Poisson episodes (Fay and Feuer 1997), widened about the
 * estimate by the variation between runs. An interval of a single run describes only that run. Intervals need ten independent
 * episodes. With fewer, only their number is bounded (Garwood 1936, one-sided). Their time is then based on an assumed
 * length, because an unseen episode can be longer than any seen beyond the value. The share of time has bounds from ticks only.
 * They ignore pauses between ticks.
 *
 * @param valueNs value exceeded
 * @param regimes market regimes that make up the year
 * @param late number of late ticks
 * @param episodes number of episodes
 * @param independent number of equivalent episodes of equal weight
 * @param quotesHours share of quotes times the hours of a year
 * @param quotesLowHours lower end of the interval; null if there is none
 * @param quotesHighHours upper end of the interval; null if there is none
 * @param timeLowHours lower bound of the share of time, times the hours of a year
 * @param timeHighHours upper bound
 * @param fewerEpisodes 95 % upper bound of the episodes in the hours of the year
 * @param longestNs length of the longest episode beyond the value or any from p99 on, at least 100 ms
 */
public record YearlyTime(
        long valueNs,
        List<YearRegime> regimes,
        long late,
        long episodes,
        double independent,
        double quotesHours,
        @Nullable Double quotesLowHours,
        @Nullable Double quotesHighHours,
        double timeLowHours,
        double timeHighHours,
        double fewerEpisodes,
        long longestNs) {
    private static final double ALPHA = 0.05;
    /** 95 % upper bound of a Poisson mean after none was observed: -ln 0.05, rounded up. */
    private static final double NONE_SEEN = 3;

    private static final double SECONDS_PER_DAY = 86_400;
    private static final double DAYS = 365;
    private static final double NS_PER_HOUR = 3.6e12;

    public YearlyTime {
        regimes = List.copyOf(regimes);
    }

    /** Computes the times for regimes with at least one run and one tick each. */
    public static YearlyTime of(long valueNs, List<YearRegime> regimes) {
        Sums sums = new Sums();
        regimes.forEach(regime -> sums.add(regime, valueNs));
        double y = sums.hours;
        double year = regimes.stream().mapToDouble(YearRegime::hoursPerYear).sum();
        double low = y == 0 ? 0 : sums.squares / (2 * y) * Quantiles.chiSquared(ALPHA / 2, 2 * y * y / sums.squares);
        double largest = Math.max(sums.largest, sums.largestUnseen());
        double more = y + largest;
        double v = sums.squares + largest * largest;
        double high = v / (2 * more) * Quantiles.chiSquared(1 - ALPHA / 2, 2 * more * more / v);
        double independent = y == 0 ? 0 : y * y / sums.squares;
        boolean interval = independent >= Support.MIN_INDEPENDENT;
        return new YearlyTime(
                valueNs,
                regimes,
                sums.late,
                sums.episodes,
                independent,
                y,
                interval ? (Double) Math.max(0, y - (y - low) * sums.widening) : null,
                interval ? (Double) Math.min(year, y + (high - y) * sums.widening) : null,
                sums.timeLow,
                sums.timeHigh,
                sums.fewerEpisodes,
                regimes.stream()
                        .mapToLong(regime -> regime.longestNs(valueNs))
                        .max()
                        .orElse(0));
    }

    /** Returns whether the share of quotes is based on ten or more independent episodes. */
    public boolean supported() {
        return independent >= Support.MIN_INDEPENDENT;
    }

    /** Returns whether every regime has several runs; the interval of a single run does not predict the next. */
    public boolean ofSeveralRuns() {
        return regimes.stream().allMatch(regime -> regime.runs().size() > 1);
    }

    /**
     * Returns the 95 % upper bound of the hours per year in which a tick would be late, provided that no episode is
     * longer than {@link #longestNs}; at least what was seen.
     */
    public double timeAtMostHours() {
        double year = regimes.stream().mapToDouble(YearRegime::hoursPerYear).sum();
        return Math.min(year, Math.max(timeHighHours, fewerEpisodes * longestNs / NS_PER_HOUR));
    }

    /** Sums over the regimes, weighted by the hours they represent. */
    private static final class Sums {
        private double hours;
        private double squares;
        private double largest;
        private double longestHours;
        private double heaviestUnseen;
        private double rarestUnseen;
        private double timeLow;
        private double timeHigh;
        private double fewerEpisodes;
        private double widening = 1;
        private long late;
        private long episodes;

        void add(YearRegime regime, long valueNs) {
            double tickHours = regime.hoursPerYear() / regime.ticks();
            double clock = regime.hoursPerYear() / regime.replayed() / NS_PER_HOUR;
            long ofRegime = 0;
            long squaresOfRegime = 0;
            for (YearRegime.Hours run : regime.runs()) {
                Exceedance level = run.ticks().beyond(valueNs);
                ofRegime += level.late();
                squaresOfRegime += level.squares();
                episodes += level.episodes();
                largest = Math.max(largest, level.largest() * tickHours);
                longestHours = Math.max(longestHours, level.largest() * regime.replayed() / regime.ticks());
                timeLow += level.timeLowNs() * clock;
                timeHigh += (run.ticks().mostlyLater(valueNs) ? run.spanNs() : level.timeHighNs()) * clock;
            }
            late += ofRegime;
            hours += ofRegime * tickHours;
            squares += squaresOfRegime * tickHours * tickHours;
            fewerEpisodes += fewer(regime, valueNs) * regime.hoursPerYear() / regime.replayed();
            if (ofRegime == 0) {
                heaviestUnseen = Math.max(heaviestUnseen, tickHours);
                rarestUnseen = Math.max(rarestUnseen, regime.hoursPerYear() / regime.replayed());
            }
            if (ofRegime > 0) {
                List<Double> counts = regime.runs().stream()
                        .map(run -> (double) run.ticks().later(valueNs))
                        .toList();
                widening = Math.max(
                        widening,
                        RunSpread.of(counts, (double) squaresOfRegime / ofRegime)
                                .factor());
            }
        }

        /** Returns the 95 % upper bound of the mean number of episodes in the hours replayed. */
        private static double fewer(YearRegime regime, long valueNs) {
            List<Double> counts = regime.runs().stream()
                    .map(run -> (double) run.ticks().beyond(valueNs).episodes())
                    .toList();
            double seen = counts.stream().mapToDouble(Double::doubleValue).sum();
            return seen == 0
                    ? NONE_SEEN
                    : seen
                            + (Quantiles.garwoodHigh(seen, 2 * ALPHA) - seen)
                                    * RunSpread.of(counts, 1).factor();
        }

        /**
         * Returns the weight of the next episode in a regime without episodes: one tick, or the longest episode of the other
         * regimes.
         */
        double largestUnseen() {
            return Math.max(heaviestUnseen, longestHours * rarestUnseen);
        }
    }

    /** Returns the seconds per year on the basis {@code whole-seconds}; empty if the daily share truncates to 0. */
    public static OptionalDouble wholeSeconds(double share) {
        // A share such as 1 - 0.9999 is not an exact binary fraction.
        double seconds = Math.floor(share * SECONDS_PER_DAY + 1e-6);
        return seconds > 0 || share == 0 ? OptionalDouble.of(DAYS * seconds) : OptionalDouble.empty();
    }

    /** Returns the hours to replay without an episode for a claim of fewer than a number per year (95 %). */
    public static double hoursForClaim(double fewerThan, double hoursPerYear) {
        return NONE_SEEN * hoursPerYear / fewerThan;
    }
}
