package org.ticktoquote.comparison.gate.verdict;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
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
 * @param window another length of the window that decides sooner; null if none does, or unknown
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
    private static final double LEAST_WINDOW_S = 10;
    /** Longest advised window, in lengths of the present one. */
    private static final double LONGEST = 10;
    /** Smallest saving of time that is worth another window, 20 %. */
    private static final double SAVING = 0.8;

    /**
     * Statistic that prevents a PASS.
     *
     * @param spread run-to-run standard deviation of the logarithm
     * @param runs needed runs per side
     * @param reachable margin that the policy's maximum number of runs decides with the same power: 0.05 is 5 %
     */
    public record Statistic(GateStatistic statistic, double spread, long runs, double reachable) {}

    /**
     * Length of the window that needs the least time, and needs no more runs than the policy has.
     *
     * <p>Of the variance of a run's percentile, the part 1 / phi arises within the run ({@link PercentileBound}), and falls
     * with the length. With a fixed time per run besides the window, the best length is the window times the root of
     * (fixed time x part within) / (window x part between) (Kalibera and Jones 2013, the optimal number of repetitions).
     *
     * @param seconds length
     * @param runs needed runs per side
     * @param secondsPerRun time from the start of one run to the start of the next
     */
    public record Window(double seconds, long runs, double secondsPerRun) {}

    public NeededRuns {
        undecided = List.copyOf(undecided);
    }

    /** @param policy with the levels of the decision */
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
        long runs = undecided.get(0).runs;
        return new NeededRuns(
                undecided,
                runs,
                seconds,
                seconds == null || counted.duet().isPresent()
                        ? null
                        : window(policy, undecided.get(0), seconds, counted, decision.soonest()));
    }

    private static @Nullable Window window(
            GatePolicy policy, Statistic statistic, double secondsPerRun, VerdictRuns counted, boolean soonest) {
        double window = counted.all()
                        .mapToLong(run ->
                                run.statistics() == null ? 0 : run.statistics().spanNs())
                        .min()
                        .orElse(0)
                / NS_PER_S;
        double fixed = secondsPerRun - window;
        boolean percentile = statistic.statistic == GateStatistic.P50 || statistic.statistic == GateStatistic.P99;
        if (window <= 0 || fixed <= 0 || !percentile) {
            return null;
        }
        double beyond = statistic.statistic == GateStatistic.P50 ? 0.5 : 0.01;
        double within = Stream.of(counted.baseline(), counted.candidate())
                .map(side -> side.stream().map(run -> run.lastClient(soonest)).toList())
                .mapToDouble(side -> 1 / PercentileBound.of(side, beyond).phi())
                .average()
                .orElse(0);
        return window(window, fixed, within, statistic.runs, policy.looks());
    }

    /** @param within part of the variance of a run that arises within it */
    static @Nullable Window window(double window, double fixed, double within, long runs, List<Integer> looks) {
        int most = looks.get(looks.size() - 1);
        double least = forRuns(looks.get(0), window, within, runs);
        double best = Math.min(least, window * Math.sqrt(fixed * within / (window * (1 - within))));
        double length = Math.max(
                LEAST_WINDOW_S, Math.max(forRuns(most, window, within, runs), Math.min(best, LONGEST * window)));
        long needed = Math.max(looks.get(0), (long) Math.ceil(runs * (1 - within + within * window / length)));
        boolean sooner = runs > most || needed * (fixed + length) < SAVING * runs * (fixed + window);
        return sooner && length <= LONGEST * window
                ? new Window(Rounded.number(length), needed, Rounded.number(fixed + length))
                : null;
    }

    /** Returns the length with which a number of runs is enough; infinite if none is. */
    private static double forRuns(int enough, double window, double within, long runs) {
        double allowed = (double) enough / runs - (1 - within);
        return allowed > 0 ? within * window / allowed : Double.POSITIVE_INFINITY;
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
