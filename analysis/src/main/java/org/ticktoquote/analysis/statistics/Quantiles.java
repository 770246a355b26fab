package org.ticktoquote.analysis.statistics;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.FDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/** Quantiles of the distributions that bounds and decisions use; degrees of freedom may be fractions. */
public final class Quantiles {
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    /** Whole degrees of freedom come again and again, and an inversion takes as long as a whole decision else. */
    private static final Map<Tail, Double> STUDENT = new ConcurrentHashMap<>();

    private static final int MOST_REMEMBERED = 1_000;

    private record Tail(double probability, double degreesOfFreedom) {}

    private Quantiles() {}

    /** Of the normal distribution, exceeded with a probability. */
    public static double normalBeyond(double probability) {
        return NORMAL.inverseSurvivalProbability(probability);
    }

    /** Of Student's t, exceeded with a probability. */
    public static double studentBeyond(double probability, double degreesOfFreedom) {
        if (degreesOfFreedom != Math.rint(degreesOfFreedom) || STUDENT.size() > MOST_REMEMBERED) {
            return TDistribution.of(degreesOfFreedom).inverseSurvivalProbability(probability);
        }
        return STUDENT.computeIfAbsent(
                new Tail(probability, degreesOfFreedom),
                tail -> TDistribution.of(degreesOfFreedom).inverseSurvivalProbability(probability));
    }

    /** Of chi-squared. */
    public static double chiSquared(double probability, double degreesOfFreedom) {
        return ChiSquaredDistribution.of(degreesOfFreedom).inverseCumulativeProbability(probability);
    }

    /** Of F, exceeded with a probability. */
    public static double fisherBeyond(double probability, double above, double below) {
        return FDistribution.of(above, below).inverseSurvivalProbability(probability);
    }

    /** Lower end of the exact two-sided interval of a Poisson mean (Garwood 1936); the count may be a fraction. */
    public static double garwoodLow(double count, double alpha) {
        return count <= 0 ? 0 : chiSquared(alpha / 2, 2 * count) / 2;
    }

    /** Upper end of it. */
    public static double garwoodHigh(double count, double alpha) {
        return chiSquared(1 - alpha / 2, 2 * count + 2) / 2;
    }
}
