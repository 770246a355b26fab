package org.ticktoquote.comparison.gate;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Contribution of concurrent pairs to a statistic.
 *
 * @param gain variance of the log ratio without pairs relative to the variance with them; at most 1000
 * @param solo whether the gain is too small, so that solo runs decide
 * @param signFlip p-value of the sign-flip test: share of all sign assignments whose mean is at least the observed one;
 * null below 7 and above 16 pairs
 */
public record DuetResult(
        double gain, boolean solo, @Nullable Double signFlip) {
    /** Minimum gain for pairs to decide a statistic; below it, solo runs decide. */
    public static final double MIN_GAIN = 1.5;

    private static final double MAX_GAIN = 1_000;
    private static final int MIN_FLIPS = 7;
    /** Maximum number of pairs: evaluating all sign assignments takes too long with more pairs. */
    private static final int MAX_FLIPS = 16;
    /** Tolerance for sums of the same numbers in different orders. */
    private static final double ROUNDING = 1e-12;

    /**
     * @param baseline logs by pair; at least two pairs
     * @param candidate logs by pair, in the same order
     */
    static DuetResult of(List<Double> baseline, List<Double> candidate) {
        double[] differences = new double[baseline.size()];
        for (int i = 0; i < differences.length; i++) {
            differences[i] = candidate.get(i) - baseline.get(i);
        }
        double paired =
                LogDifference.variance(Arrays.stream(differences).boxed().toList());
        double apart = LogDifference.variance(baseline) + LogDifference.variance(candidate);
        double gain = paired * MAX_GAIN <= apart ? MAX_GAIN : apart / paired;
        boolean flips = differences.length >= MIN_FLIPS && differences.length <= MAX_FLIPS;
        return new DuetResult(gain, gain < MIN_GAIN, flips ? signFlip(differences) : null);
    }

    private static double signFlip(double[] differences) {
        double found = sum(differences, 0);
        int flips = 1 << differences.length;
        int asLarge = 0;
        for (int signs = 0; signs < flips; signs++) {
            asLarge += sum(differences, signs) >= found - ROUNDING ? 1 : 0;
        }
        return (double) asLarge / flips;
    }

    /** Returns the sum, with a minus sign for each bit set. */
    private static double sum(double[] differences, int signs) {
        double sum = 0;
        for (int i = 0; i < differences.length; i++) {
            sum += (signs >> i & 1) == 0 ? differences[i] : -differences[i];
        }
        return sum;
    }
}
