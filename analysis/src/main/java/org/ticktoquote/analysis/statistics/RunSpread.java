package org.ticktoquote.analysis.statistics;

import java.util.List;

/**
 * Variation of counts between runs relative to independent ticks or episodes.
 *
 * @param phi variance of the counts relative to independent ones, at least 1
 * @param factor multiplier that widens an interval: the square root of phi, times the quantile of Student's t over the
 *     normal quantile. With few runs, phi is uncertain
 */
record RunSpread(double phi, double factor) {
    static final RunSpread ONE_RUN = new RunSpread(1, 1);
    private static final double ALPHA = 0.05;

    /**
     * Computes the spread of runs of the same input.
     *
     * @param late ticks of each run
     * @param variance expected ratio of a count's variance to its mean if ticks or episodes were independent
     */
    static RunSpread of(List<Double> late, double variance) {
        int runs = late.size();
        double mean = late.stream().mapToDouble(Double::doubleValue).average().orElse(0);
        if (runs < 2 || mean == 0) {
            return ONE_RUN;
        }
        double squares = late.stream()
                .mapToDouble(count -> (count - mean) * (count - mean))
                .sum();
        double phi = Math.max(1, squares / (runs - 1) / (mean * variance));
        double student = Quantiles.studentBeyond(ALPHA / 2, runs - 1.0) / Quantiles.normalBeyond(ALPHA / 2);
        return new RunSpread(phi, Math.sqrt(phi) * student);
    }
}
