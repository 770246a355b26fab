package org.ticktoquote.host.clocks;

import java.util.Arrays;

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
}
