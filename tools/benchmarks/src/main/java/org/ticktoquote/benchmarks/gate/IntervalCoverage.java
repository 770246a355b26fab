package org.ticktoquote.benchmarks.gate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.ticktoquote.analysis.statistics.ClientStatistics;
import org.ticktoquote.analysis.statistics.PercentileBound;
import org.ticktoquote.analysis.statistics.RunStatistics;
import org.ticktoquote.analysis.statistics.YearRegime;
import org.ticktoquote.analysis.statistics.YearlyTime;

/**
 * Coverage of the intervals of percentiles and of times per year, computed by the code that reports use. The truth is
 * the same figure over many other runs together, which stand for all further runs.
 */
final class IntervalCoverage {
    /** Shares beyond p50, p90, p99 and p99.9. */
    static final double[] BEYOND = {0.5, 0.1, 0.01, 0.001};

    private static final double NS_PER_HOUR = 3.6e12;
    private static final int DIGITS = 4;

    /**
     * Coverage for one percentile.
     *
     * @param given trials with an interval that has both ends
     * @param held intervals among them that contain the truth
     * @param width median ratio of the upper to the lower end
     */
    record Percentile(int given, int held, double width) {}

    /**
     * Coverage for the hours per year in which quotes are later than a value.
     *
     * @param given trials with an interval
     * @param held intervals among them that contain the truth
     * @param few trials with too few independent episodes for a figure
     * @param bounded trials among these whose bound of episodes per hour holds
     * @param timeBounded trials among these whose bound of the share of time holds
     */
    record Year(int given, int held, int few, int bounded, int timeBounded) {}

    /** Coverage for a kind of application and a number of runs. */
    record Result(List<Percentile> percentiles, Year year) {}

    private final IntervalRegime regime;
    private final boolean bursty;
    private final int trials;
    private final long seed;
    private final long[] truths = new long[BEYOND.length];
    private final double truthLate;
    private final double truthEpisodesAnHour;
    private final double truthTime;

    /** @param truthRuns runs from which the truth is computed */
    IntervalCoverage(IntervalRegime regime, boolean bursty, int truthRuns, int trials, long seed) {
        this.regime = regime;
        this.bursty = bursty;
        this.trials = trials;
        this.seed = seed;
        Histogram all = new Histogram(DIGITS);
        long late = 0;
        long episodes = 0;
        double timeNs = 0;
        for (int run = 0; run < truthRuns; run++) {
            IntervalRegime.Run series = run(-1, run);
            series.each((intendedNs, valueNs) -> all.recordValue(valueNs));
            YearlyTime year = year(List.of(RunStatistics.ofSeries(series, regime.laterThanNs())));
            late += year.late();
            episodes += year.episodes();
            timeNs += series.lateNs(regime.laterThanNs());
        }
        Arrays.setAll(truths, i -> all.getValueAtPercentile(100 * (1 - BEYOND[i])));
        double hours = truthRuns * (IntervalRegime.SPAN_NS / NS_PER_HOUR);
        this.truthLate = (double) late / truthRuns / IntervalRegime.TICKS;
        this.truthEpisodesAnHour = episodes / hours;
        this.truthTime = timeNs / truthRuns / IntervalRegime.SPAN_NS;
    }

    private IntervalRegime.Run run(long trial, int number) {
        return regime.run(new SplittableRandom(seed * 31 + trial * 1_000_003 + number), bursty);
    }

    private YearlyTime year(List<ClientStatistics> runs) {
        List<YearRegime.Hours> hours = runs.stream()
                .map(run -> new YearRegime.Hours(IntervalRegime.SPAN_NS, run))
                .toList();
        return YearlyTime.of(regime.laterThanNs(), List.of(new YearRegime("simulated", 1, hours)));
    }

    /**
     * Computes the coverage.
     *
     * @param runs number of runs per trial
     */
    Result of(int runs) {
        List<List<PercentileBound>> bounds = new ArrayList<>();
        List<YearlyTime> years = new ArrayList<>();
        IntStream.range(0, trials)
                .parallel()
                .mapToObj(trial -> IntStream.range(0, runs)
                        .mapToObj(run -> RunStatistics.ofSeries(run(trial, run), regime.laterThanNs()))
                        .toList())
                .map(statistics -> new Trial(
                        Arrays.stream(BEYOND)
                                .mapToObj(beyond -> PercentileBound.of(statistics, beyond))
                                .toList(),
                        year(statistics)))
                .forEachOrdered(trial -> {
                    bounds.add(trial.bounds);
                    years.add(trial.year);
                });
        return new Result(
                IntStream.range(0, BEYOND.length)
                        .mapToObj(i -> percentile(
                                bounds.stream().map(trial -> trial.get(i)).toList(), truths[i]))
                        .toList(),
                judged(years));
    }

    private record Trial(List<PercentileBound> bounds, YearlyTime year) {}

    private static Percentile percentile(List<PercentileBound> bounds, long truth) {
        int held = 0;
        List<Double> widths = new ArrayList<>();
        for (PercentileBound bound : bounds) {
            Long low = bound.lowNs();
            Long high = bound.highNs();
            if (low != null && high != null) {
                held += low <= truth && truth <= high ? 1 : 0;
                widths.add((double) high / low);
            }
        }
        widths.sort(null);
        return new Percentile(widths.size(), held, widths.isEmpty() ? 0 : widths.get(widths.size() / 2));
    }

    private Year judged(List<YearlyTime> years) {
        int given = 0;
        int held = 0;
        int few = 0;
        int bounded = 0;
        int timeBounded = 0;
        for (YearlyTime year : years) {
            Double low = year.quotesLowHours();
            Double high = year.quotesHighHours();
            if (low != null && high != null && year.ofSeveralRuns()) {
                given++;
                held += low <= truthLate && truthLate <= high ? 1 : 0;
            } else if (!year.supported()) {
                few++;
                bounded += truthEpisodesAnHour <= year.fewerEpisodes() ? 1 : 0;
                timeBounded += truthTime <= year.timeAtMostHours() ? 1 : 0;
            }
        }
        return new Year(given, held, few, bounded, timeBounded);
    }
}
