package org.ticktoquote.host.clocks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Statistics of a series of values.
 *
 * @param count number of values
 * @param min smallest
 * @param max largest
 * @param average arithmetic mean
 * @param standardDeviation sample standard deviation (n - 1); 0 for one value
 * @param p50 median by nearest rank, see {@link #percentile}
 * @param p99 99th percentile by nearest rank
 * @param p99_99 99.99th percentile by nearest rank
 */
@SuppressWarnings("checkstyle:RecordComponentName") // p99_99 as in the summary of a run
record Series(
        int count,
        double min,
        double max,
        double average,
        double standardDeviation,
        double p50,
        double p99,
        double p99_99) {

    /** Computes the statistics of one or more values, in any order. */
    static Series of(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double average = Arrays.stream(sorted).sum() / sorted.length;
        double squares = 0;
        for (double each : sorted) {
            squares += (each - average) * (each - average);
        }
        return new Series(
                sorted.length,
                sorted[0],
                sorted[sorted.length - 1],
                average,
                sorted.length > 1 ? Math.sqrt(squares / (sorted.length - 1)) : 0,
                percentile(sorted, 50),
                percentile(sorted, 99),
                percentile(sorted, 99.99));
    }

    /** Returns the nearest-rank percentile: the smallest value with at least {@code percent} of all values at or below it. */
    static double percentile(double[] sorted, double percent) {
        // Hundredths of a percent, so that 99.99 % of 10,000 is exactly 9,999.
        long rank = (Math.round(percent * 100) * sorted.length + 9_999) / 10_000;
        return sorted[(int) Math.max(1, rank) - 1];
    }

    /**
     * Histogram with ten bins of equal width up to the 99th percentile. Beyond it, each bin ends twice as far from the
     * smallest value as the bin before. The last bin ends at the largest value.
     *
     * @param bins bins in ascending order of value, empty ones included
     */
    record Histogram(List<Bin> bins) {
        private static final int EQUAL_BINS = 10;

        Histogram {
            bins = List.copyOf(bins);
        }

        /**
         * Bin of a histogram.
         *
         * @param from inclusive
         * @param to exclusive, inclusive in the last bin
         * @param count number of values
         */
        record Bin(double from, double to, long count) {}

        /** Builds a histogram of one or more ascending values. */
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

        long total() {
            return bins.stream().mapToLong(Bin::count).sum();
        }

        /** Returns the count of the fullest bin. */
        long highest() {
            return bins.stream().mapToLong(Bin::count).max().orElse(0);
        }
    }
}
