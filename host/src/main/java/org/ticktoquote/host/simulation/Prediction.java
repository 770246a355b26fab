package org.ticktoquote.host.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Predicted latencies of packets from adapter to adapter, in nanoseconds.
 *
 * @param p50 mean over the seeds; likewise the others; infinite if no packet arrived at the end
 * @param spread of the p99: distance of the highest and the lowest seed's, as a share of the mean
 */
public record Prediction(double p50, double p99, double p999, double spread) {
    static Prediction of(List<double[]> runs) {
        List<double[]> figures = new ArrayList<>();
        for (double[] latencies : runs) {
            Arrays.sort(latencies);
            figures.add(new double[] {at(latencies, 0.5), at(latencies, 0.99), at(latencies, 0.999)});
        }
        double p99 = mean(figures, 1);
        double low = figures.stream().mapToDouble(each -> each[1]).min().orElse(0);
        double high = figures.stream().mapToDouble(each -> each[1]).max().orElse(0);
        return new Prediction(mean(figures, 0), p99, mean(figures, 2), p99 > 0 ? (high - low) / p99 : 0);
    }

    private static double at(double[] sorted, double share) {
        return sorted.length == 0
                ? Double.POSITIVE_INFINITY
                : sorted[Math.min(sorted.length - 1, (int) (share * sorted.length))];
    }

    private static double mean(List<double[]> figures, int index) {
        return figures.stream().mapToDouble(each -> each[index]).average().orElse(0);
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
