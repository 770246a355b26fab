package org.ticktoquote.benchmarks.compare;

import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Ratio of new to old cost, as geometric mean over rounds with its 95 % interval (Student's t of the logarithms). Not finite
 * for fewer than two rounds.
 */
record CostRatio(double mean, double low, double high) {
    private static final double TAIL = 0.025;
    /** Smaller changes are ignored, even if significant. */
    private static final double LEAST = 0.01;

    /** An interval that contains 1 and reaches further from it than this is undecided. */
    private static final double FAR = 0.05;

    /** Computes the ratio from the costs of both sides, round by round. */
    static CostRatio of(List<Double> before, List<Double> now) {
        int n = before.size();
        double[] logs = new double[n];
        double sum = 0;
        for (int i = 0; i < n; i++) {
            logs[i] = Math.log(now.get(i) / before.get(i));
            sum += logs[i];
        }
        double mean = sum / n;
        double squares = 0;
        for (double log : logs) {
            squares += (log - mean) * (log - mean);
        }
        double half = n < 2
                ? Double.POSITIVE_INFINITY
                : TDistribution.of(n - 1).inverseSurvivalProbability(TAIL) * Math.sqrt(squares / (n - 1) / n);
        return new CostRatio(Math.exp(mean), Math.exp(mean - half), Math.exp(mean + half));
    }

    /** Returns the verdict. An interval that contains 1 means "not moved" if it is narrow, else "undecided". */
    String verdict() {
        if (low <= 1 && high >= 1) {
            return low >= 1 - FAR && high <= 1 + FAR ? "not moved" : "undecided";
        }
        if (Math.abs(mean - 1) < LEAST) {
            return "not moved";
        }
        return mean > 1 ? "COSTS MORE" : "costs less";
    }
}
