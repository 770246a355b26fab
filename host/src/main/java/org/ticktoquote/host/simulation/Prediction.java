package org.ticktoquote.host.simulation;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;

/**
 * Predicted latencies of packets from adapter to adapter, in nanoseconds.
 *
 * @param p50 mean over the seeds; likewise the others; infinite if no packet arrived at the end
 * @param spread of the p99: distance of the highest and the lowest seed's, as a share of the mean
 */
public record Prediction(double p50, double p99, double p999, double spread) {
    static Prediction of(List<double[]> runs) {
        runs.forEach(Arrays::sort);
        DoubleSummaryStatistics p99 = figures(runs, 0.99);
        return new Prediction(
                figures(runs, 0.5).getAverage(),
                p99.getAverage(),
                figures(runs, 0.999).getAverage(),
                p99.getMin() > 0 && p99.getMax() < Double.POSITIVE_INFINITY
                        ? (p99.getMax() - p99.getMin()) / p99.getAverage()
                        : 0);
    }

    private static DoubleSummaryStatistics figures(List<double[]> runs, double share) {
        return runs.stream().mapToDouble(run -> at(run, share)).summaryStatistics();
    }

    private static double at(double[] sorted, double share) {
        return sorted.length == 0
                ? Double.POSITIVE_INFINITY
                : sorted[Math.min(sorted.length - 1, (int) (share * sorted.length))];
    }

    /** Returns whether this is no worse than another one: neither p99 nor, by more than the spread, p99.9. */
    public boolean isNoWorseThan(Prediction other) {
        return p99 <= other.p99 && p999 <= other.p999 * (1 + Math.max(spread, other.spread));
    }

    /** What plans are chosen by, lower is better. */
    public double score() {
        return p99 * p999;
    }
}
