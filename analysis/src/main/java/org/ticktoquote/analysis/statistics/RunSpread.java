package org.ticktoquote.analysis.statistics;

import java.util.List;

/**
 * How much more the counts of runs differ than independent ticks or episodes would.
 *
 * @param phi variance of the counts over that of independent ones, at least 1
 * @param factor by which intervals are wider for it, in standard deviations: with few runs phi itself is not well known, so
 *     that Student's t takes the place of the normal distribution
 */
record RunSpread(double phi, double factor) {
    static final RunSpread ONE_RUN = new RunSpread(1, 1);
    private static final double ALPHA = 0.05;

    /**
     * Of runs of the same input.
     *
     * @param late ticks of each run
     * @param variance of such a number over its mean, were ticks or episodes independent
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
