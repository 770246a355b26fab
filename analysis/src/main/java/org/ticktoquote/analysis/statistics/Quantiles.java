package org.ticktoquote.analysis.statistics;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.FDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/** Quantiles of the distributions used by bounds and decisions. Degrees of freedom can be fractional. */
public final class Quantiles {
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    /** Cache by probability and integer degrees of freedom, which recur. An inversion takes as long as the rest of a decision. */
    private static final Map<List<Double>, Double> STUDENT = new ConcurrentHashMap<>();

    private static final int MAX_REMEMBERED = 1_000;

    private Quantiles() {}

    /** Returns the normal quantile that is exceeded with the given probability. */
    public static double normalBeyond(double probability) {
        return NORMAL.inverseSurvivalProbability(probability);
    }

    /** Returns the quantile of Student's t that is exceeded with the given probability. */
    public static double studentBeyond(double probability, double degreesOfFreedom) {
        if (degreesOfFreedom != Math.rint(degreesOfFreedom) || STUDENT.size() > MAX_REMEMBERED) {
            return TDistribution.of(degreesOfFreedom).inverseSurvivalProbability(probability);
        }
        return STUDENT.computeIfAbsent(
                List.of(probability, degreesOfFreedom),
                tail -> TDistribution.of(degreesOfFreedom).inverseSurvivalProbability(probability));
    }

    /** Returns the chi-squared quantile that is not exceeded with the given probability. */
    public static double chiSquared(double probability, double degreesOfFreedom) {
        return ChiSquaredDistribution.of(degreesOfFreedom).inverseCumulativeProbability(probability);
    }

    /**
     * Returns the quantile of F that is exceeded with the given probability.
     *
     * @param above degrees of freedom of the numerator
     * @param below degrees of freedom of the denominator
     */
    public static double fisherBeyond(double probability, double above, double below) {
        return FDistribution.of(above, below).inverseSurvivalProbability(probability);
    }

    /**
     * Returns the lower end of the exact two-sided interval of a Poisson mean (Garwood 1936). The count can be fractional.
     */
    public static double garwoodLow(double count, double alpha) {
        return count <= 0 ? 0 : chiSquared(alpha / 2, 2 * count) / 2;
    }

    /** Returns the upper end of the exact two-sided interval of a Poisson mean (Garwood 1936). */
    public static double garwoodHigh(double count, double alpha) {
        return chiSquared(1 - alpha / 2, 2 * count + 2) / 2;
    }
}
