package org.ticktoquote.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.analysis.statistics.YearRegime.Hours;

/**
 * Episodes, time bounds and yearly intervals of random runs, compared with independent computations: time by counting
 * milliseconds, quantiles by integrating densities.
 */
final class TimePerYearOracleTest {
    private static final long MS = Series.MS;
    private static final int LATER_THAN = 15;
    private static final double NS_PER_HOUR = 3.6e12;

    /** A tick with its response in milliseconds; negative if lost. */
    private record Tick(int at, int response) {
        boolean late() {
            return response > LATER_THAN || response < 0;
        }

        /** Times at which ticks would have been late. */
        int until() {
            return response < 0 ? at : at + response - LATER_THAN;
        }
    }

    /** A run with its brute-force counts. */
    private static final class Run {
        private final List<Tick> ticks;
        private final List<Integer> episodes = new ArrayList<>();
        private final BitSet shown = new BitSet();
        private final BitSet possible = new BitSet();

        Run(SplittableRandom random, double share) {
            ticks = new ArrayList<>();
            int at = 0;
            boolean slow = false;
            for (int i = 0; i < 400; i++) {
                at += 1 + random.nextInt(random.nextInt(10) == 0 ? 300 : 40);
                slow = random.nextDouble() < (slow ? 0.7 : share);
                int response = slow ? random.nextInt(10) == 0 ? -1 : 14 + random.nextInt(60) : 1 + random.nextInt(14);
                ticks.add(new Tick(at, response));
            }
            episodes();
            time();
        }

        private void episodes() {
            int last = -1;
            for (int i = 0; i < ticks.size(); i++) {
                if (!ticks.get(i).late()) {
                    continue;
                }
                boolean apart = last < 0
                        || i - last - 1 > 3
                                && ticks.get(i).at() - ticks.get(last).at() > 100;
                if (apart) {
                    episodes.add(0);
                }
                episodes.set(episodes.size() - 1, episodes.get(episodes.size() - 1) + 1);
                last = i;
            }
        }

        private void time() {
            for (int i = 0; i < ticks.size(); i++) {
                Tick tick = ticks.get(i);
                if (!tick.late()) {
                    continue;
                }
                shown.set(tick.at(), tick.until());
                possible.set(tick.at(), tick.until());
                if (i > 0 && !ticks.get(i - 1).late()) {
                    possible.set(ticks.get(i - 1).at(), tick.at());
                }
                if (tick.response() < 0 && i + 1 < ticks.size()) {
                    possible.set(tick.at(), ticks.get(i + 1).at());
                }
            }
        }

        long late() {
            return ticks.stream().filter(Tick::late).count();
        }

        TickSeries series() {
            return visitor -> ticks.forEach(tick ->
                    visitor.accept(tick.at() * MS, tick.response() < 0 ? TickSeries.LOST : tick.response() * MS));
        }

        long spanNs() {
            return (ticks.get(ticks.size() - 1).at() - ticks.get(0).at()) * MS;
        }

        Hours hours() {
            return new Hours(spanNs(), RunStatistics.ofSeries(series(), LATER_THAN * MS));
        }
    }

    private static List<Run> runs(SplittableRandom random, int count) {
        double share = random.nextDouble(0.01, 0.05);
        List<Run> runs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            runs.add(new Run(random, share));
        }
        return runs;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void episodesAndLateTimeAgreeWithCounting(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (Run run : runs(random, 50)) {
            ExceedanceCounter levels = ExceedanceCounter.beyond(LATER_THAN * MS);
            run.series().each(levels::tick);
            Exceedance level = levels.counted().get(0);
            assertThat(level.late()).isEqualTo(run.late());
            assertThat(level.episodes()).isEqualTo(run.episodes.size());
            assertThat(level.squares())
                    .isEqualTo(run.episodes.stream()
                            .mapToLong(size -> (long) size * size)
                            .sum());
            assertThat(level.largest())
                    .isEqualTo(
                            run.episodes.stream().mapToInt(size -> size).max().orElse(0));
            assertThat(level.timeLowNs()).isEqualTo(run.shown.cardinality() * MS);
            assertThat(level.timeHighNs()).isEqualTo(run.possible.cardinality() * MS);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void yearlyTimeFollowsTheFormula(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<List<Run>> kinds = List.of(runs(random, 1 + random.nextInt(5)), runs(random, 1 + random.nextInt(5)));
        List<Double> hoursPerYear = List.of(12.0, 6_228.0);
        List<YearRegime> regimes = new ArrayList<>();
        Expected expected = new Expected();
        for (int i = 0; i < kinds.size(); i++) {
            regimes.add(new YearRegime(
                    "kind " + i,
                    hoursPerYear.get(i),
                    kinds.get(i).stream().map(Run::hours).toList()));
            expected.add(kinds.get(i), hoursPerYear.get(i));
        }
        YearlyTime year = YearlyTime.of(LATER_THAN * MS, regimes);
        assertThat(year.quotesHours()).isCloseTo(expected.y, within(1e-9));
        if (expected.y * expected.y / expected.v < 10) {
            assertThat(year.quotesLowHours()).isNull();
            assertThat(year.quotesHighHours()).isNull();
        } else {
            assertThat(year.quotesLowHours()).isCloseTo(expected.low(), within(1e-3 * expected.y));
            assertThat(year.quotesHighHours()).isCloseTo(expected.high(), within(1e-3 * expected.y));
        }
        assertThat(year.timeLowHours()).isCloseTo(expected.timeLow, within(1e-6));
        assertThat(year.timeHighHours()).isCloseTo(expected.timeHigh, within(1e-6));
    }

    /** Sums of weighted Poisson episodes; a weight is an episode's share of the ticks, times the hours of its kind. */
    private static final class Expected {
        private double y;
        private double v;
        private double most;
        private double widening = 1;
        private double timeLow;
        private double timeHigh;

        void add(List<Run> runs, double hoursPerYear) {
            double ticks = runs.stream().mapToInt(run -> run.ticks.size()).sum();
            double replayed = runs.stream().mapToLong(Run::spanNs).sum() / NS_PER_HOUR;
            double ofKind = 0;
            double squares = 0;
            for (Run run : runs) {
                for (int size : run.episodes) {
                    double weight = size / ticks * hoursPerYear;
                    y += weight;
                    v += weight * weight;
                    most = Math.max(most, weight);
                    ofKind += size;
                    squares += (double) size * size;
                }
                timeLow += run.shown.cardinality() * MS / NS_PER_HOUR / replayed * hoursPerYear;
                timeHigh += run.possible.cardinality() * MS / NS_PER_HOUR / replayed * hoursPerYear;
            }
            if (runs.size() >= 2) {
                widening = Math.max(widening, widening(runs, squares / ofKind));
            }
        }

        private static double widening(List<Run> runs, double deff) {
            double[] counts = runs.stream().mapToDouble(Run::late).toArray();
            double mean = Arrays.stream(counts).average().orElseThrow();
            double variance = 0;
            for (double count : counts) {
                variance += (count - mean) * (count - mean) / (counts.length - 1);
            }
            double phi = Math.max(1, variance / mean / deff);
            return Math.sqrt(phi) * student(counts.length - 1) / 1.959964;
        }

        double low() {
            return Math.max(0, y - widening * (y - v / (2 * y) * chiSquared(0.025, 2 * y * y / v)));
        }

        double high() {
            double sum = y + most;
            double squares = v + most * most;
            return y + widening * (squares / (2 * sum) * chiSquared(0.975, 2 * sum * sum / squares) - y);
        }
    }

    /** By its density, with x = u squared; for two degrees of freedom and more. */
    private static double chiSquared(double share, double degrees) {
        double root = quantile(
                share, Math.sqrt(degrees) + 12, u -> u == 0 ? 0 : Math.exp((degrees - 1) * Math.log(u) - u * u / 2));
        return root * root;
    }

    /** Beyond which 2.5 % are: by its density, with t = tan a times the root of the degrees. */
    private static double student(int degrees) {
        double angle = quantile(0.95, Math.PI / 2, a -> Math.pow(Math.cos(a), degrees - 1.0));
        return Math.tan(angle) * Math.sqrt(degrees);
    }

    /** Returns the quantile of a density from 0 to an end. */
    private static double quantile(double share, double end, DoubleUnaryOperator density) {
        int steps = 200_000;
        double[] values = new double[steps];
        double peak = 0;
        for (int i = 0; i < steps; i++) {
            values[i] = density.applyAsDouble((i + 0.5) * end / steps);
            peak = Math.max(peak, values[i]);
        }
        double all = 0;
        for (double value : values) {
            all += value / peak;
        }
        double below = 0;
        for (int i = 0; i < steps; i++) {
            below += values[i] / peak;
            if (below >= share * all) {
                return (i + 0.5) * end / steps;
            }
        }
        return end;
    }
}
