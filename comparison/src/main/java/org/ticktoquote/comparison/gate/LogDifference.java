package org.ticktoquote.comparison.gate;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.ticktoquote.analysis.statistics.Quantiles;

/**
 * Difference of the logarithm of a statistic, candidate minus baseline, with its error.
 *
 * @param estimate mean of the candidate minus mean of the baseline
 * @param error standard error of the estimate
 * @param degrees degrees of freedom of Student's t
 * @param withHistory whether earlier runs contributed to the variance
 */
public record LogDifference(double estimate, double error, double degrees, boolean withHistory) {
    private static final double F_LEVEL = 0.05;
    private static final double MAX_GAIN = 1_000;
    private static final double POWER_BEYOND = 0.05;

    /**
     * Computes the difference with a variance pooled over both sides and earlier runs. Only the new runs are used
     * (Welch) if the larger variance of the two sides exceeds the variance of earlier runs (F test, 5 %). The same
     * applies if no release has two earlier runs.
     *
     * @param baseline one value per run, at least two
     * @param candidate one value per run, at least two
     * @param history spread of earlier accepted runs of the same fingerprint
     */
    public static LogDifference of(List<Double> baseline, List<Double> candidate, EarlierSpread history) {
        double estimate = mean(candidate) - mean(baseline);
        double a = variance(baseline) / baseline.size();
        double b = variance(candidate) / candidate.size();
        if (!isHistoryUsable(history, baseline, candidate)) {
            double sum = a + b;
            double degrees = sum == 0
                    ? baseline.size() + candidate.size() - 2
                    : sum * sum / (a * a / (baseline.size() - 1) + b * b / (candidate.size() - 1));
            return new LogDifference(estimate, Math.sqrt(sum), degrees, false);
        }
        int degrees = baseline.size() + candidate.size() - 2 + history.degrees();
        double squares = squares(baseline) + squares(candidate) + history.squares();
        double error = Math.sqrt(squares / degrees * (1.0 / baseline.size() + 1.0 / candidate.size()));
        return new LogDifference(estimate, error, degrees, true);
    }

    /**
     * Computes the difference of alternating runs (ABBA BAAB). Two runs of each side form a block with its own mean,
     * so that slow changes of the host cancel out (randomised blocks: Fisher 1935). The variance within the blocks is
     * pooled with the variance of earlier runs, unless the former is larger (F test, 5 %).
     *
     * @param baseline one value per run, at least three
     * @param candidate one value per run, as many as of the baseline
     * @param neighbours spread between neighbouring earlier runs
     */
    static LogDifference inBlocks(List<Double> baseline, List<Double> candidate, EarlierSpread neighbours) {
        int runs = baseline.size();
        List<Double> none = Collections.nCopies(runs, 0.0);
        BlockSums own = BlockSums.of(baseline, candidate, none, none);
        boolean pooled = pooled(own, neighbours);
        double squares = own.yy() + (pooled ? neighbours.squares() : 0);
        int degrees = own.degrees() + (pooled ? neighbours.degrees() : 0);
        double error = Math.sqrt(2 * squares / degrees / runs);
        return new LogDifference(mean(candidate) - mean(baseline), error, degrees, pooled);
    }

    /** Returns whether runs in blocks vary little enough to be pooled with neighbouring earlier runs. */
    static boolean pooled(BlockSums own, EarlierSpread neighbours) {
        return neighbours.known()
                && own.yy() / own.degrees()
                        <= neighbours.variance() * Quantiles.fisherBeyond(F_LEVEL, own.degrees(), neighbours.degrees());
    }

    /** Computes the difference of at least two paired values; effects common to a pair cancel out. */
    public static LogDifference paired(List<Double> baseline, List<Double> candidate) {
        List<Double> differences = IntStream.range(0, baseline.size())
                .mapToObj(i -> candidate.get(i) - baseline.get(i))
                .toList();
        double error = Math.sqrt(variance(differences) / differences.size());
        return new LogDifference(mean(differences), error, differences.size() - 1.0, false);
    }

    /**
     * Returns the smallest difference for which a two-sided interval at a level excludes 0 in 95 of 100 such comparisons.
     */
    public double smallest(double level) {
        return reach(level / 2) + reach(POWER_BEYOND);
    }

    private static boolean isHistoryUsable(EarlierSpread history, List<Double> baseline, List<Double> candidate) {
        if (!history.known()) {
            return false;
        }
        List<Double> larger = variance(baseline) > variance(candidate) ? baseline : candidate;
        double bound = Quantiles.fisherBeyond(F_LEVEL, larger.size() - 1.0, history.degrees());
        return variance(larger) <= bound * history.variance();
    }

    /** Returns the one-sided lower bound at a level. */
    public double lower(double level) {
        return estimate - reach(level);
    }

    /** Returns the one-sided upper bound at a level. */
    public double upper(double level) {
        return estimate + reach(level);
    }

    private double reach(double level) {
        return error == 0 ? 0 : error * Quantiles.studentBeyond(level, degrees);
    }

    /** Returns the variance of another difference over the variance of this one; at most 1000. */
    double gain(LogDifference other) {
        double own = error * error;
        double others = other.error * other.error;
        return own * MAX_GAIN <= others ? MAX_GAIN : others / own;
    }

    /** Returns the arithmetic mean. */
    public static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).sum() / values.size();
    }

    static double variance(List<Double> values) {
        return squares(values) / (values.size() - 1);
    }

    /** Returns the sum of squared deviations from the mean. */
    public static double squares(List<Double> values) {
        double mean = mean(values);
        return values.stream()
                .mapToDouble(each -> (each - mean) * (each - mean))
                .sum();
    }
}
