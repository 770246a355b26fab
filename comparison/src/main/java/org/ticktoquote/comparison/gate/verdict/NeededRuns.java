package org.ticktoquote.comparison.gate.verdict;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.statistics.PercentileBound;
import org.ticktoquote.analysis.statistics.Quantiles;
import org.ticktoquote.comparison.gate.GateDecision;
import org.ticktoquote.comparison.gate.GatePolicy;
import org.ticktoquote.comparison.gate.GateStatistic;
import org.ticktoquote.comparison.gate.GateVerdict;
import org.ticktoquote.comparison.gate.StatisticResult;
import org.ticktoquote.comparison.gate.StatisticResult.Label;
import org.ticktoquote.comparison.gate.runs.GatedRun;

/**
 * Number of runs that would decide an INCONCLUSIVE gate if further runs vary like these.
 *
 * <p>With this number of runs per side at the last look, an equal release passes in 80 of 100 gates. A release that is
 * worse by twice a margin fails in 95 of 100.
 *
 * <p>Uses the normal approximation {@code n = 2 ((z + y) s / d)^2} (Kalibera and Jones 2013). The quantiles z and y
 * belong to the error level and to the missed decisions, and s is the spread. For a PASS, d is the logarithm of the
 * margin; for a FAIL, it is the logarithm of twice the margin.
 *
 * @param undecided statistics that prevent a PASS, by descending number of needed runs
 * @param runs needed runs per side
 * @param secondsPerRun median time from the start of one run, or of one pair of a duet, to the start of the next; null if
 * unknown
 * @param window longer windows that decide a fifth sooner; null if none do, or unknown
 */
public record NeededRuns(
        List<Statistic> undecided,
        long runs,
        @Nullable Double secondsPerRun,
        @Nullable Window window) {
    private static final double MISSED_PASSES = 0.2;
    private static final double MISSED_FAILURES = 0.05;
    private static final double MS_PER_S = 1_000;
    private static final double NS_PER_S = 1e9;
    /** Lengths of windows considered, in lengths of the present one. */
    private static final double[] LONGER = {1.5, 2, 3, 4, 5, 6, 8, 10};
    /** Part of the time that another window takes at most. */
    private static final double SAVING = 0.8;
    /** Smallest number of runs per side that shows how much they differ. */
    private static final int FEWEST = 5;

    /**
     * Statistic that prevents a PASS.
     *
     * @param spread run-to-run standard deviation of the logarithm
     * @param runs needed runs per side
     * @param reachable margin that the policy's maximum number of runs decides with the same power: 0.05 is 5 %
     */
    public record Statistic(GateStatistic statistic, double spread, long runs, double reachable) {}

    /**
     * Longer windows that need the least time, and no more runs than the policy has.
     *
     * <p>Of the variance of a run's percentile, the part 1 / phi arises within the run ({@link PercentileBound}), and falls
     * with the length. The longer a run takes besides the window, the longer is the best one (Kalibera and Jones 2013,
     * repetitions within and between executions). The number of runs is an upper bound: blocks and the pulse of the host
     * remove a part of the variance between runs.
     *
     * @param times length in lengths of the present window
     * @param runs needed runs per side
     * @param secondsPerRun time from the start of one run to the start of the next
     */
    public record Window(double times, long runs, double secondsPerRun) {}

    public NeededRuns {
        undecided = List.copyOf(undecided);
    }

    /** @param policy gate policy with the levels of the decision */
    static @Nullable NeededRuns of(GatePolicy policy, GateDecision decision, VerdictRuns counted) {
        if (decision.verdict() != GateVerdict.INCONCLUSIVE) {
            return null;
        }
        List<Statistic> undecided = decision.statistics().stream()
                .filter(result -> result.gated() && result.label() == Label.INCONCLUSIVE && result.spread() != null)
                .map(result -> statistic(policy, result))
                .sorted((one, other) -> Long.compare(other.runs, one.runs))
                .toList();
        if (undecided.isEmpty()) {
            return null;
        }
        Double seconds = secondsPerRun(counted);
        return new NeededRuns(
                undecided,
                undecided.get(0).runs,
                seconds,
                seconds == null ? null : window(policy.looks(), undecided, seconds, counted, decision.soonest()));
    }

    private static @Nullable Window window(
            List<Integer> looks,
            List<Statistic> undecided,
            double secondsPerRun,
            VerdictRuns counted,
            boolean soonest) {
        double window = counted.all()
                        .mapToLong(run ->
                                run.statistics() == null ? 0 : run.statistics().spanNs())
                        .min()
                        .orElse(0)
                / NS_PER_S;
        boolean fewRuns =
                Math.min(counted.baseline().size(), counted.candidate().size()) < FEWEST;
        boolean percentiles = undecided.stream()
                .allMatch(each -> each.statistic == GateStatistic.P50 || each.statistic == GateStatistic.P99);
        if (counted.duet().isPresent() || fewRuns || !percentiles || window <= 0 || secondsPerRun <= window) {
            return null;
        }
        Map<Statistic, Double> within = new HashMap<>();
        undecided.forEach(each -> within.put(each, within(each.statistic, counted, soonest)));
        return window(looks, within, window, secondsPerRun);
    }

    /** Returns the part of the variance of a percentile that arises within a run. */
    private static double within(GateStatistic statistic, VerdictRuns counted, boolean soonest) {
        double beyond = statistic == GateStatistic.P50 ? 0.5 : 0.01;
        double phi = Stream.of(counted.baseline(), counted.candidate())
                .map(side -> side.stream().map(run -> run.lastClient(soonest)).toList())
                .mapToDouble(side -> PercentileBound.of(side, beyond).phi())
                .average()
                .orElseThrow();
        return 1 / phi;
    }

    /**
     * @param within part of the variance that arises within a run, by undecided statistic
     * @param window present length in seconds
     */
    static @Nullable Window window(
            List<Integer> looks, Map<Statistic, Double> within, double window, double secondsPerRun) {
        Window best = null;
        double leastTime = SAVING * runs(within, 1) * secondsPerRun;
        for (double times : LONGER) {
            long runs = Math.max(looks.get(0), runs(within, times));
            double seconds = secondsPerRun + (times - 1) * window;
            if (runs <= looks.get(looks.size() - 1) && runs * seconds <= leastTime) {
                leastTime = runs * seconds;
                best = new Window(times, runs, Rounded.number(seconds));
            }
        }
        return best;
    }

    private static long runs(Map<Statistic, Double> within, double times) {
        return within.entrySet().stream()
                .mapToLong(
                        each -> (long) Math.ceil(each.getKey().runs * (1 - each.getValue() + each.getValue() / times)))
                .max()
                .orElse(0);
    }

    private static Statistic statistic(GatePolicy policy, StatisticResult result) {
        double spread = Objects.requireNonNull(result.spread());
        double margin = Math.log(Objects.requireNonNull(result.margin()));
        // all statistics must pass, so the allowed misses are divided among them
        double pass = last(policy.passLevels())
                + Quantiles.normalBeyond(MISSED_PASSES / policy.margins().size());
        double fail = last(policy.failLevels()) + Quantiles.normalBeyond(MISSED_FAILURES);
        double factor = Math.max(pass, fail * margin / Math.log1p(2 * Math.expm1(margin)));
        double root = factor * spread / margin;
        int most = policy.looks().get(policy.looks().size() - 1);
        return new Statistic(
                result.statistic(),
                Rounded.number(spread),
                (long) Math.ceil(2 * root * root),
                Rounded.number(StrictMath.expm1(factor * spread * Math.sqrt(2.0 / most))));
    }

    /** Returns whether an undecided ratio is so close to its margin that as many runs as the policy has rarely decide. */
    static boolean isClose(GatePolicy policy, StatisticResult result) {
        if (result.label() != Label.INCONCLUSIVE
                || result.ratio() == null
                || result.spread() == null
                || result.margin() == null) {
            return false;
        }
        double toMargin = Math.log(result.margin() / result.ratio());
        double root = toMargin > 0
                ? last(policy.passLevels()) * result.spread() / toMargin
                : last(policy.failLevels()) * result.spread() / Math.log(result.ratio());
        return 2 * root * root > policy.looks().get(policy.looks().size() - 1);
    }

    private static double last(List<Double> levels) {
        return Quantiles.normalBeyond(levels.get(levels.size() - 1));
    }

    private static @Nullable Double secondsPerRun(VerdictRuns counted) {
        try {
            Stream<String> runs = Stream.concat(counted.baseline().stream(), counted.candidate().stream())
                    .map(GatedRun::startedAt);
            List<Instant> starts = counted.duet()
                    .map(duet -> duet.pairs().stream().map(DuetRuns.Pair::startedAt))
                    .orElse(runs)
                    .map(Instant::parse)
                    .sorted()
                    .toList();
            List<Double> seconds = IntStream.range(1, starts.size())
                    .mapToObj(i ->
                            Duration.between(starts.get(i - 1), starts.get(i)).toMillis() / MS_PER_S)
                    .sorted()
                    .toList();
            return counted.isInBlocks() && !seconds.isEmpty() ? seconds.get(seconds.size() / 2) : null;
        } catch (DateTimeParseException unknown) {
            return null;
        }
    }
}
