package org.ticktoquote.comparison.gate.verdict;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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
 */
public record NeededRuns(
        List<Statistic> undecided, long runs, @Nullable Double secondsPerRun) {
    private static final double MISSED_PASSES = 0.2;
    private static final double MISSED_FAILURES = 0.05;
    private static final double MS_PER_S = 1_000;

    /**
     * Statistic that prevents a PASS.
     *
     * @param spread run-to-run standard deviation of the logarithm
     * @param runs needed runs per side
     * @param reachable margin that the policy's maximum number of runs decides with the same power: 0.05 is 5 %
     */
    public record Statistic(GateStatistic statistic, double spread, long runs, double reachable) {}

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
        return undecided.isEmpty() ? null : new NeededRuns(undecided, undecided.get(0).runs, secondsPerRun(counted));
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
