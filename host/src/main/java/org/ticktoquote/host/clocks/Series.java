package org.ticktoquote.host.clocks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The figures of a series of values.
 *
 * @param count of values
 * @param min smallest
 * @param max largest
 * @param average arithmetic mean
 * @param standardDeviation of the sample (n - 1); 0 for one value
 * @param p50 by nearest rank, as {@link #percentile}
 * @param p99 the same
 * @param p99_99 the same
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

    /** Of values in any order, at least one. */
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

    /** The smallest value of an ascending series such that at least so many percent are at or below it. */
    static double percentile(double[] sorted, double percent) {
        // In hundredths of a percent, so that 99.99 % of 10,000 is 9,999 and not a rounding error more.
        long rank = (Math.round(percent * 100) * sorted.length + 9_999) / 10_000;
        return sorted[(int) Math.max(1, rank) - 1];
    }

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
}
