package org.ticktoquote.comparison.gate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.ticktoquote.analysis.statistics.Quantiles;

/**
 * Removes from runs made in turn the part of a statistic that goes with the pulse of the host (analysis of covariance in
 * blocks: Fisher 1932, Cochran 1957).
 *
 * <p>The rule is fixed before the runs are made. The pulse is used from {@link #RUNS} runs per side if all of them have it
 * and the sides do not differ in it (t test within the blocks, 1 %), so that no release is excused by a pulse that it moves.
 * The slope is that of {@link #ACCEPTED} accepted runs, provided that the pulse reduced their variance, otherwise that
 * within the blocks of both sides and of fewer accepted runs. The slope takes one degree of freedom, and its own error is
 * part of the error of the difference.
 */
final class PulseAdjustment {
    /** Runs per side from which the pulse is worth a degree of freedom. */
    static final int RUNS = 5;
    /** Accepted runs whose slope is used instead of that of the new runs. */
    private static final int ACCEPTED = 20;

    private static final double F_LEVEL = 0.05;
    /** One-sided level at which the sides differ in the pulse. */
    private static final double DIFFER_LEVEL = 0.025;

    private PulseAdjustment() {}

    /** Returns why the pulse is not used for any statistic; empty if it can be. */
    static Optional<String> objection(List<GateRun> baseline, List<GateRun> candidate, boolean inTurn) {
        long without = Stream.concat(baseline.stream(), candidate.stream())
                .filter(run -> run.pulse() == null)
                .count();
        if (!inTurn || without > 0) {
            return Optional.of(without > 0 ? without + " of the runs have none" : "the runs were not made in turn");
        }
        if (baseline.size() < RUNS) {
            return Optional.of("it takes " + RUNS + " runs a side");
        }
        Sums pulses = Sums.of(pulses(baseline), pulses(candidate), pulses(baseline), pulses(candidate));
        double error = Math.sqrt(2 * pulses.xx / pulses.degrees / baseline.size());
        double difference = LogDifference.mean(pulses(candidate)) - LogDifference.mean(pulses(baseline));
        return Math.abs(difference) > error * Quantiles.studentBeyond(DIFFER_LEVEL, pulses.degrees)
                ? Optional.of("it differs between the sides")
                : Optional.empty();
    }

    /**
     * Computes the adjusted difference. Requires runs without {@link #objection}, all with the statistic.
     *
     * @param history accepted runs; those without a pulse are not used
     * @return empty if the pulse did not reduce the variance of the accepted runs, or never changed
     */
    static Optional<LogDifference> difference(
            GateStatistic statistic, List<GateRun> baseline, List<GateRun> candidate, List<GateRun> history) {
        List<GateRun> usable = history.stream()
                .filter(run -> run.pulse() != null && run.log(statistic).isPresent())
                .toList();
        Sums earlier = Sums.ofNeighbours(statistic, usable);
        boolean known = usable.size() >= ACCEPTED && earlier.xx > 0;
        String v = System.getProperty("v", "1");
        if (known && !v.equals("1")) {
            double r2 = earlier.xy * earlier.xy / earlier.xx / earlier.yy;
            double t = Math.sqrt(r2 / (1 - r2) * (earlier.degrees - 1));
            if (t < Quantiles.studentBeyond(v.equals("2") ? 0.05 : 0.2, earlier.degrees - 1)) { return Optional.empty(); }
        }
        List<Double> before = Gate.logs(statistic, baseline);
        List<Double> now = Gate.logs(statistic, candidate);
        Sums own = Sums.of(before, now, pulses(baseline), pulses(candidate));
        boolean pooled = earlier.degrees > 0
                && own.yy / own.degrees
                        <= earlier.yy / earlier.degrees
                                * Quantiles.fisherBeyond(F_LEVEL, own.degrees, earlier.degrees);
        Sums all = pooled ? own.plus(earlier) : own;
        Sums slopes = all;
        if (slopes.xx <= 0) {
            return Optional.empty();
        }
        double moved = LogDifference.mean(pulses(candidate)) - LogDifference.mean(pulses(baseline));
        double estimate = LogDifference.mean(now) - LogDifference.mean(before) - slopes.slope() * moved;
        int degrees = all.degrees - 1;
        double variance = Math.max(0, all.residual(slopes.slope())) / degrees;
        double error = Math.sqrt(variance * (2.0 / before.size() + moved * moved / slopes.xx));
        return Optional.of(new LogDifference(estimate, error, degrees, pooled));
    }

    private static List<Double> pulses(List<GateRun> runs) {
        return runs.stream().map(run -> Objects.requireNonNull(run.pulse())).toList();
    }

    /** Sums of squares and products of a statistic (y) and the pulse (x) about the means of blocks and sides. */
    private record Sums(double yy, double xy, double xx, int degrees) {
        /** Computes the sums of runs in turn, as {@link LogDifference#inBlocks} does. */
        static Sums of(List<Double> before, List<Double> now, List<Double> pulsesBefore, List<Double> pulsesNow) {
            int runs = before.size();
            double y = LogDifference.mean(now) - LogDifference.mean(before);
            double x = LogDifference.mean(pulsesNow) - LogDifference.mean(pulsesBefore);
            Sums sums = new Sums(-runs * y * y / 2, -runs * x * y / 2, -runs * x * x / 2, -1);
            for (int first = 0; first < runs; first += 2) {
                int end = Math.min(first + 2, runs);
                sums = sums.plus(about(
                        joined(before.subList(first, end), now.subList(first, end)),
                        joined(pulsesBefore.subList(first, end), pulsesNow.subList(first, end))));
            }
            return new Sums(Math.max(0, sums.yy), sums.xy, Math.max(0, sums.xx), sums.degrees);
        }

        /** Computes the sums of each two successive runs of a release. */
        static Sums ofNeighbours(GateStatistic statistic, List<GateRun> runs) {
            Map<String, List<GateRun>> releases = new LinkedHashMap<>();
            runs.forEach(run -> releases.computeIfAbsent(run.release(), release -> new ArrayList<>())
                    .add(run));
            Sums sums = new Sums(0, 0, 0, 0);
            for (List<GateRun> release : releases.values()) {
                for (int first = 0; first + 1 < release.size(); first += 2) {
                    List<GateRun> two = release.subList(first, first + 2);
                    sums = sums.plus(about(
                            Gate.logs(statistic, two).stream()
                                    .mapToDouble(Double::doubleValue)
                                    .toArray(),
                            pulses(two).stream()
                                    .mapToDouble(Double::doubleValue)
                                    .toArray()));
                }
            }
            return sums;
        }

        private static double[] joined(List<Double> one, List<Double> other) {
            return Stream.concat(one.stream(), other.stream())
                    .mapToDouble(Double::doubleValue)
                    .toArray();
        }

        private static Sums about(double[] values, double[] pulses) {
            double y = DoubleStream.of(values).sum() / values.length;
            double x = DoubleStream.of(pulses).sum() / pulses.length;
            double yy = 0;
            double xy = 0;
            double xx = 0;
            for (int i = 0; i < values.length; i++) {
                yy += (values[i] - y) * (values[i] - y);
                xy += (values[i] - y) * (pulses[i] - x);
                xx += (pulses[i] - x) * (pulses[i] - x);
            }
            return new Sums(yy, xy, xx, values.length - 1);
        }

        Sums plus(Sums other) {
            return new Sums(yy + other.yy, xy + other.xy, xx + other.xx, degrees + other.degrees);
        }

        double slope() {
            return xy / xx;
        }

        /** Returns the sum of squares that remains with a slope. */
        double residual(double slope) {
            return yy - 2 * slope * xy + slope * slope * xx;
        }
    }
}
