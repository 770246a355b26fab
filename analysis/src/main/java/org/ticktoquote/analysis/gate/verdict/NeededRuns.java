package org.ticktoquote.analysis.gate.verdict;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.gate.GateDecision;
import org.ticktoquote.analysis.gate.GatePolicy;
import org.ticktoquote.analysis.gate.GateStatistic;
import org.ticktoquote.analysis.gate.GateVerdict;
import org.ticktoquote.analysis.gate.StatisticResult;
import org.ticktoquote.analysis.gate.StatisticResult.Label;
import org.ticktoquote.analysis.gate.runs.GatedRun;
import org.ticktoquote.analysis.statistics.Quantiles;

/**
 * Number of runs that would decide an INCONCLUSIVE gate, if further runs differ as these do.
 *
 * <p>With so many runs per side at the last look an equal release passes in 80 of 100 gates, and one that is worse by twice
 * the margin of a statistic fails in 95. From the normal distribution: {@code n = 2 ((z + y) s / d)^2} (Kalibera and Jones
 * 2013), with d the margin.
 *
 * @param undecided statistics that prevent a PASS, the one that needs the most runs first
 * @param runs per side
 * @param secondsPerRun median time from the start of a run to that of the next; null if unknown
 */
public record NeededRuns(
        List<Statistic> undecided, long runs, @Nullable Double secondsPerRun) {
    private static final double MISSED_PASSES = 0.2;
    private static final double MISSED_FAILURES = 0.05;
    private static final double MS_PER_S = 1_000;

    /**
     * Statistic that prevents a PASS.
     *
     * @param spread standard deviation of the logarithm from run to run
     * @param runs per side that it needs
     * @param reachable margin that as many runs as the policy has decide as well: 0.05 is 5 %
     */
    public record Statistic(GateStatistic statistic, double spread, long runs, double reachable) {}

    public NeededRuns {
        undecided = List.copyOf(undecided);
    }

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
        // all statistics have to pass, so each may be missed in its part of the gates only
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
            List<Instant> starts = Stream.concat(counted.baseline().stream(), counted.candidate().stream())
                    .map(GatedRun::startedAt)
                    .map(Instant::parse)
                    .sorted()
                    .toList();
            List<Double> seconds = IntStream.range(1, starts.size())
                    .mapToObj(i ->
                            Duration.between(starts.get(i - 1), starts.get(i)).toMillis() / MS_PER_S)
                    .sorted()
                    .toList();
            return counted.inTurn() && !seconds.isEmpty() ? seconds.get(seconds.size() / 2) : null;
        } catch (DateTimeParseException unknown) {
            return null;
        }
    }
}
