package org.ticktoquote.analysis.gate;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What pairs of runs that were made at once add to a statistic.
 *
 * @param gain how many times smaller the variance of the log ratio is than of the same runs without their pairs; 1000 at most
 * @param solo whether pairs gain too little, so that solo runs decide
 * @param signFlip share of all changes of the pairs' signs whose mean is as large as the one found; null below 7 pairs and above 16
 */
public record DuetResult(
        double gain, boolean solo, @Nullable Double signFlip) {
    /** Below it a statistic is decided by solo runs. */
    public static final double LEAST_GAIN = 1.5;

    private static final double MOST_GAIN = 1_000;
    private static final int LEAST_FLIPS = 7;
    /** Above it all the changes take too long. */
    private static final int MOST_FLIPS = 16;
    /** Sums of the same numbers in another order differ by this at most. */
    private static final double ROUNDING = 1e-12;

    /** Of the logs of both sides, pair by pair; at least two pairs. */
    static DuetResult of(List<Double> baseline, List<Double> candidate) {
        double[] differences = new double[baseline.size()];
        for (int i = 0; i < differences.length; i++) {
            differences[i] = candidate.get(i) - baseline.get(i);
        }
        double paired =
                LogDifference.variance(Arrays.stream(differences).boxed().toList());
        double apart = LogDifference.variance(baseline) + LogDifference.variance(candidate);
        double gain = paired * MOST_GAIN <= apart ? MOST_GAIN : apart / paired;
        boolean flips = differences.length >= LEAST_FLIPS && differences.length <= MOST_FLIPS;
        return new DuetResult(gain, gain < LEAST_GAIN, flips ? signFlip(differences) : null);
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

    /** With a minus where a bit is set. */
    private static double sum(double[] differences, int signs) {
        double sum = 0;
        for (int i = 0; i < differences.length; i++) {
            sum += (signs >> i & 1) == 0 ? differences[i] : -differences[i];
        }
        return sum;
    }
}
