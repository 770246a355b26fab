package org.ticktoquote.benchmarks.gate;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.ticktoquote.analysis.statistics.ClientStatistics;
import org.ticktoquote.analysis.statistics.PercentileBound;
import org.ticktoquote.analysis.statistics.Quantiles;
import org.ticktoquote.analysis.statistics.RunStatistics;
import org.ticktoquote.analysis.statistics.YearRegime;
import org.ticktoquote.analysis.statistics.YearlyTime;

/** Share of 95 % intervals that contain the truth, over simulated hours. The truth is computed from many hours together. */
final class Coverage {
    static final long X_NS = 3_000_000;
    private static final double YEAR_HOURS = 6_240;
    private static final int CLIENTS = 25;
    private static final double RUN_SPREAD = 0.019;
    private static final double ALPHA = 0.05;

    /** Intervals of a trial. Absent from a result if refused. */
    enum Interval {
        P50,
        P99,
        P99_9,
        TIME_PER_YEAR,
        /** Interval of the time per year if each of 25 clients counted as an independent tick. */
        CLIENTS_AS_INDEPENDENT
    }

    private static final Map<Interval, Double> SHARES =
            Map.of(Interval.P50, 0.5, Interval.P99, 0.01, Interval.P99_9, 0.001);

    private final int trials;
    private final long seed;
    private final double pauseSpread;
    private final Map<Interval, Long> truths = new EnumMap<>(Interval.class);
    private final double truthLate;

    /**
     * Creates a simulation.
     *
     * @param truthHours hours from which the truth is computed
     * @param trials number of intervals
     * @param pauseSpread standard deviation of the logarithm of a run's pauses per hour, in addition to Poisson variation
     */
    Coverage(int truthHours, int trials, long seed, double pauseSpread) {
        this.trials = trials;
        this.pauseSpread = pauseSpread;
        this.seed = seed;
        long[] all = IntStream.range(0, truthHours)
                .boxed()
                .flatMapToLong(number -> hour(0, number).values())
                .sorted()
                .toArray();
        SHARES.forEach((interval, share) -> truths.put(interval, all[(int) (all.length - share * all.length)]));
        this.truthLate =
                (double) LongStream.of(all).filter(value -> value > X_NS).count() / truthHours;
    }

    private SimulatedHour hour(long stream, int number) {
        return SimulatedHour.of(new SplittableRandom(seed * 31 + stream * 1_000_003 + number), RUN_SPREAD, pauseSpread);
    }

    /**
     * Returns the coverage of each interval, in percent of the trials in which it was not refused.
     *
     * @param runs number of runs per trial
     */
    Map<Interval, Double> of(int runs) {
        List<Map<Interval, Boolean>> held = IntStream.range(0, trials)
                .parallel()
                .mapToObj(trial -> held(runs(trial, runs)))
                .toList();
        Map<Interval, Double> shares = new EnumMap<>(Interval.class);
        for (Interval interval : Interval.values()) {
            List<Boolean> given = held.stream()
                    .flatMap(trial -> Stream.ofNullable(trial.get(interval)))
                    .toList();
            shares.put(
                    interval,
                    GateTrials.percent(given.stream().filter(holds -> holds).count(), given.size()));
        }
        return shares;
    }

    private List<ClientStatistics> runs(int trial, int runs) {
        return IntStream.range(0, runs)
                .mapToObj(run -> RunStatistics.ofSeries(hour(1L + trial, run), X_NS))
                .toList();
    }

    private Map<Interval, Boolean> held(List<ClientStatistics> runs) {
        Map<Interval, Boolean> held = new EnumMap<>(Interval.class);
        SHARES.forEach((interval, share) -> {
            PercentileBound bound = PercentileBound.of(runs, share);
            Long low = bound.lowNs();
            Long high = bound.highNs();
            long truth = truths.getOrDefault(interval, 0L);
            if (low != null && high != null) {
                held.put(interval, low <= truth && truth <= high);
            }
        });
        YearlyTime year = YearlyTime.of(X_NS, List.of(regime(runs)));
        double truth = YEAR_HOURS * truthLate / SimulatedHour.TICKS;
        Double low = year.quotesLowHours();
        Double high = year.quotesHighHours();
        if (low != null && high != null) {
            held.put(Interval.TIME_PER_YEAR, low <= truth && truth <= high);
        }
        double counted = (double) year.late() * CLIENTS;
        double expected = truthLate * runs.size() * CLIENTS;
        held.put(
                Interval.CLIENTS_AS_INDEPENDENT,
                Quantiles.garwoodLow(counted, ALPHA) <= expected && expected <= Quantiles.garwoodHigh(counted, ALPHA));
        return held;
    }

    private static YearRegime regime(List<ClientStatistics> runs) {
        return new YearRegime(
                "simulated hour",
                YEAR_HOURS,
                runs.stream()
                        .map(run -> new YearRegime.Hours(SimulatedHour.SPAN_NS, run))
                        .toList());
    }

    /**
     * Returns the percentage of trials in which a Mann-Whitney test at 1 % finds a difference between equal releases.
     * The test compares the ticks of three runs per side.
     */
    double pooledMannWhitneyAlarms() {
        double bound = Quantiles.normalBeyond(0.005);
        return GateTrials.percent(
                IntStream.range(0, trials)
                        .parallel()
                        .filter(trial -> Math.abs(mannWhitney(pooled(trial, 0), pooled(trial, 3))) > bound)
                        .count(),
                trials);
    }

    private long[] pooled(int trial, int first) {
        return IntStream.range(first, first + 3)
                .boxed()
                .flatMapToLong(run -> hour(1L + trial, run).values())
                .sorted()
                .toArray();
    }

    /** Returns the Mann-Whitney statistic in standard deviations. Assumes few ties and sorted arrays. */
    private static double mannWhitney(long[] one, long[] other) {
        double below = 0;
        int j = 0;
        for (long value : one) {
            while (j < other.length && other[j] < value) {
                j++;
            }
            below += j;
        }
        double n = one.length;
        double m = other.length;
        return (below - n * m / 2) / Math.sqrt(n * m * (n + m + 1) / 12);
    }
}
