package org.ticktoquote.replayer.replay;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.TickRecord;

/**
 * Lateness of every tick, {@code sent - intended}, read from the journal. Unlike the replay lag in reports, it includes held
 * time.
 *
 * @param early number of ticks sent before their intended time; 0 unless the clock is broken. They count as 0 in the
 *     distribution.
 * @param distribution percentiles in nanoseconds
 * @param driftNsPerS slope of the lag over the intended time, by least squares; 0 if lateness does not accumulate
 */
record LagStatistics(long ticks, long early, Percentiles distribution, double driftNsPerS) {
    private static final int SIGNIFICANT_DIGITS = 3;

    /**
     * Percentiles in nanoseconds: highest equivalent values of a histogram with three significant digits. The maximum is
     * exact.
     */
    record Percentiles(
            long p50,
            long p90,
            long p99,
            @JsonProperty("p99_9") long p999,
            long max) {
        static Percentiles of(Histogram histogram, long max) {
            return new Percentiles(
                    at(histogram, 50, max),
                    at(histogram, 90, max),
                    at(histogram, 99, max),
                    at(histogram, 99.9, max),
                    max);
        }

        private static long at(Histogram histogram, double percentile, long max) {
            return Math.min(histogram.getValueAtPercentile(percentile), max);
        }
    }

    static LagStatistics of(Path journal) {
        Histogram histogram = new Histogram(SIGNIFICANT_DIGITS);
        Slope slope = new Slope();
        long early = 0;
        long max = 0;
        try (JournalReader reader = JournalReader.open(journal, TickRecord.SCHEMA)) {
            TickRecord tick = new TickRecord(reader.buffer(), 0);
            while (reader.next()) {
                tick.wrap(reader);
                long lagNs = tick.sentNs() - tick.intendedNs();
                early += lagNs < 0 ? 1 : 0;
                max = Math.max(max, lagNs);
                histogram.recordValue(Math.max(0, lagNs));
                slope.add(tick.intendedNs(), lagNs);
            }
        }
        return new LagStatistics(histogram.getTotalCount(), early, Percentiles.of(histogram, max), slope.perSecond());
    }

    /**
     * Slope of a line through points in time, by least squares with running means (Welford), to keep precision with large
     * clock values.
     */
    private static final class Slope {
        private static final double NS_PER_S = 1e9;

        private long originNs;
        private long count;
        private double meanTime;
        private double meanValue;
        private double timeSquares;
        private double products;

        void add(long timeNs, long value) {
            originNs = count == 0 ? timeNs : originNs;
            double time = (timeNs - originNs) / NS_PER_S;
            count++;
            double fromMean = time - meanTime;
            meanTime += fromMean / count;
            meanValue += (value - meanValue) / count;
            timeSquares += fromMean * (time - meanTime);
            products += fromMean * (value - meanValue);
        }

        /** Returns the change of the value per second; 0 if all points have the same time. */
        double perSecond() {
            return timeSquares == 0 ? 0 : products / timeSquares;
        }
    }
}
