package org.ticktoquote.comparison.gate;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.ticktoquote.analysis.statistics.Quantiles;
import org.ticktoquote.core.command.CountText;

/**
 * Removes the part of a statistic that the pulse of the host explains, for alternating runs (analysis of covariance within
 * blocks: Fisher 1932, Cochran 1957).
 *
 * <p>The rule is fixed in advance. The pulse is used, together with blocks, if all runs have one and it does not differ
 * between the sides (t test within the blocks, 5 %). Otherwise a release that changes the pulse could hide its own
 * slowdown. Adjusts statistics that correlated positively with the pulse in {@link #ACCEPTED} accepted runs (one-sided
 * t test, 5 %); with fewer accepted runs, only p50. The slope is estimated within the blocks of both sides, and of the
 * accepted runs if their variance agrees. It costs one degree of freedom, and its error is part of the error of the
 * difference.
 */
final class PulseAdjustment {
    /** One-sided level of the test for a pulse that differs between the sides. */
    private static final double DIFFER_LEVEL = 0.025;

    /** Accepted runs required to test which statistics correlate with the pulse. */
    private static final int ACCEPTED = 20;

    private static final double CORRELATION_LEVEL = 0.05;

    private PulseAdjustment() {}

    /** Returns the reason why the pulse is not used for any statistic; empty if it can be used. */
    static Optional<String> objection(List<GateRun> baseline, List<GateRun> candidate, boolean inBlocks) {
        long without = Stream.concat(baseline.stream(), candidate.stream())
                .filter(run -> run.pulse() == null)
                .count();
        if (without > 0) {
            return Optional.of(CountText.of(without, "run") + " without it");
        }
        if (!inBlocks || baseline.size() < Gate.BLOCKS_FROM) {
            return Optional.of("it takes " + Gate.BLOCKS_FROM + " runs a side, made in turn");
        }
        List<Double> before = pulses(baseline);
        List<Double> now = pulses(candidate);
        BlockSums sums = BlockSums.of(before, now, before, now);
        double error = Math.sqrt(2 * sums.xx() / sums.degrees() / before.size());
        double difference = Math.abs(LogDifference.mean(now) - LogDifference.mean(before));
        return difference > error * Quantiles.studentBeyond(DIFFER_LEVEL, sums.degrees())
                ? Optional.of("it differs between the sides")
                : Optional.empty();
    }

    /**
     * Computes the adjusted difference. Requires that there is no {@link #objection}, and that all runs have the statistic.
     *
     * @param history accepted runs; runs without a pulse are ignored
     * @return empty if the pulse is not used for the statistic, or never changed
     */
    static Optional<LogDifference> difference(
            GateStatistic statistic, List<GateRun> baseline, List<GateRun> candidate, List<GateRun> history) {
        List<GateRun> accepted =
                history.stream().filter(run -> run.pulse() != null).toList();
        BlockSums earlier = BlockSums.ofNeighbours(statistic, accepted);
        if (accepted.size() < ACCEPTED ? statistic != GateStatistic.P50 : !correlated(earlier)) {
            return Optional.empty();
        }
        List<Double> before = Gate.logs(statistic, baseline);
        List<Double> now = Gate.logs(statistic, candidate);
        BlockSums own = BlockSums.of(before, now, pulses(baseline), pulses(candidate));
        boolean pooled = LogDifference.pooled(own, new EarlierSpread(earlier.yy(), earlier.degrees()));
        BlockSums all = pooled ? own.plus(earlier) : own;
        if (all.xx() <= 0) {
            return Optional.empty();
        }
        double slope = all.xy() / all.xx();
        double moved = LogDifference.mean(pulses(candidate)) - LogDifference.mean(pulses(baseline));
        int degrees = all.degrees() - 1;
        double variance = Math.max(0, all.yy() - slope * all.xy()) / degrees;
        return Optional.of(new LogDifference(
                LogDifference.mean(now) - LogDifference.mean(before) - slope * moved,
                Math.sqrt(variance * (2.0 / before.size() + moved * moved / all.xx())),
                degrees,
                pooled));
    }

    private static boolean correlated(BlockSums earlier) {
        int degrees = earlier.degrees() - 1;
        double rest = earlier.xx() * earlier.yy() - earlier.xy() * earlier.xy();
        return degrees > 0
                && earlier.xy() * Math.sqrt(degrees)
                        > Quantiles.studentBeyond(CORRELATION_LEVEL, degrees) * Math.sqrt(Math.max(0, rest));
    }

    private static List<Double> pulses(List<GateRun> runs) {
        return runs.stream().map(run -> Objects.requireNonNull(run.pulse())).toList();
    }
}
