package org.ticktoquote.analysis.matrix;

import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/**
 * What a count of episodes says about its expectation, as factors of the count: an exact 95 % Poisson interval.
 *
 * <p>By the relation of Poisson and chi-squared distributions (Garwood, Fiducial limits for the Poisson distribution,
 * Biometrika 28, 1936): from half the 2.5 % quantile with 2 n degrees of freedom to half the 97.5 % quantile with
 * 2 n + 2. It is true of episodes that come independently of each other, and of the hours that were replayed.
 *
 * @param low factor, below 1
 * @param high factor, above 1
 */
public record EpisodeInterval(double low, double high) {
    private static final double LOWER = 0.025;

    /** Of at least one episode. */
    public static EpisodeInterval of(long episodes) {
        if (episodes < 1) {
            throw new IllegalArgumentException(episodes + " episodes: expected at least one");
        }
        double low = ChiSquaredDistribution.of(2.0 * episodes).inverseCumulativeProbability(LOWER) / 2;
        double high = ChiSquaredDistribution.of(2.0 * episodes + 2).inverseSurvivalProbability(LOWER) / 2;
        return new EpisodeInterval(low / episodes, high / episodes);
    }
}
