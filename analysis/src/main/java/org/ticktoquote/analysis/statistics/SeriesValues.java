package org.ticktoquote.analysis.statistics;

import org.HdrHistogram.Histogram;

/**
 * Value counts of a series.
 *
 * @param histogram distribution of all ticks that were not lost, with three significant digits
 * @param lost number of lost ticks
 * @param largestNs exact largest value in the histogram, 0 if it is empty
 */
public record SeriesValues(Histogram histogram, long lost, long largestNs) {
    private static final int DIGITS = 3;

    /** Counts the values of a series in one pass. */
    static SeriesValues of(TickSeries series) {
        Count count = new Count();
        series.each(count);
        return new SeriesValues(count.histogram, count.lost, count.largestNs);
    }

    long ticks() {
        return histogram.getTotalCount() + lost;
    }

    private static final class Count implements TickSeries.Visitor {
        private final Histogram histogram = new Histogram(DIGITS);
        private long lost;
        private long largestNs;

        @Override
        public void tick(long intendedNs, long valueNs) {
            if (valueNs == TickSeries.LOST) {
                lost++;
            } else {
                histogram.recordValue(valueNs);
                largestNs = Math.max(largestNs, valueNs);
            }
        }
    }
}
