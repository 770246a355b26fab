package org.ticktoquote.host.clocks;

import java.util.ArrayList;
import java.util.List;

/**
 * How many values lie where: ten bins of equal width up to the 99th percentile, then bins that double in distance from the
 * smallest value until the largest is in.
 *
 * @param bins from the smallest value to the largest, empty ones included; a bin has its lower end and not its upper one, but
 *     for the last
 */
record Histogram(List<Bin> bins) {
    private static final int EQUAL_BINS = 10;

    Histogram {
        bins = List.copyOf(bins);
    }

    /**
     * One bin.
     *
     * @param from included
     * @param to excluded, in the last bin included
     * @param count of values
     */
    record Bin(double from, double to, long count) {}

    /** Of values in ascending order, at least one. */
    static Histogram of(double[] sorted) {
        double[] ends = ends(sorted[0], Series.percentile(sorted, 99), sorted[sorted.length - 1]);
        List<Bin> bins = new ArrayList<>();
        int below = 0;
        for (int i = 1; i < ends.length; i++) {
            int next = i == ends.length - 1 ? sorted.length : firstAtLeast(sorted, ends[i]);
            bins.add(new Bin(ends[i - 1], ends[i], next - below));
            below = next;
        }
        return new Histogram(bins);
    }

    private static double[] ends(double min, double p99, double max) {
        if (min == max) {
            return new double[] {min, max};
        }
        List<Double> ends = new ArrayList<>();
        double body = p99 > min ? p99 : max;
        for (int i = 0; i < EQUAL_BINS; i++) {
            ends.add(min + (body - min) * i / EQUAL_BINS);
        }
        ends.add(body);
        double distance = body - min;
        while (ends.get(ends.size() - 1) < max) {
            distance *= 2;
            ends.add(Math.min(max, min + distance));
        }
        return ends.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static int firstAtLeast(double[] sorted, double value) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The count of all bins. */
    long total() {
        return bins.stream().mapToLong(Bin::count).sum();
    }

    /** The largest count of a bin. */
    long highest() {
        return bins.stream().mapToLong(Bin::count).max().orElse(0);
    }
}
