package org.ticktoquote.analysis.statistics;

import org.HdrHistogram.Histogram;

/** Value counts of a series. */
public final class SeriesValues {
    private static final int DIGITS = 3;

    private final Histogram histogram;
    private long lost;
    private long largestNs;

    /**
     * @param histogram distribution of all ticks that were not lost, with three significant digits
     * @param lost number of lost ticks
     * @param largestNs exact largest value in the histogram, 0 if it is empty
     */
    public SeriesValues(Histogram histogram, long lost, long largestNs) {
        this.histogram = histogram;
        this.lost = lost;
        this.largestNs = largestNs;
    }

    /** Counts the values of a series in one pass. */
    static SeriesValues of(TickSeries series) {
        SeriesValues values = new SeriesValues(new Histogram(DIGITS), 0, 0);
        series.each((intendedNs, valueNs) -> values.add(valueNs));
        return values;
    }

    private void add(long valueNs) {
        if (valueNs == TickSeries.LOST) {
            lost++;
        } else {
            histogram.recordValue(valueNs);
            largestNs = Math.max(largestNs, valueNs);
        }
    }

    Histogram histogram() {
        return histogram;
    }

    long lost() {
        return lost;
    }

    long largestNs() {
        return largestNs;
    }

    long ticks() {
        return histogram.getTotalCount() + lost;
    }
}
