package org.ticktoquote.benchmarks.compare;

import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How many times as much the new side costs: a geometric mean over rounds, with its 95 % interval (Student's t of the
 * logarithms). Not finite with fewer than two rounds.
 */
record CostRatio(double mean, double low, double high) {
    private static final double TAIL = 0.025;
    /** What is smaller is nobody's concern, however certain. */
    private static final double LEAST = 0.01;

    /** An interval that reaches further than this from 1, and holds it, says neither that it moved nor that it did not. */
    private static final double FAR = 0.05;

    /** Of the costs of both sides, round by round. */
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

    /** What it says: the interval holds 1 or not, and where it does, whether it is narrow enough to say so. */
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
