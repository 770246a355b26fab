package org.ticktoquote.core.hiccup;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.HdrHistogram.Histogram;

/** Percentiles of delays in nanoseconds, as highest equivalent values of a histogram. {@code maxNs} is the longest delay. */
public record DelayPercentiles(
        long p50Ns,
        long p90Ns,
        long p99Ns,
        @JsonProperty("p99_9Ns") long p999Ns,
        long maxNs) {
    /** Returns the percentiles of a histogram with a known maximum. */
    public static DelayPercentiles of(Histogram delays, long maxNs) {
        return new DelayPercentiles(
                at(delays, 50, maxNs), at(delays, 90, maxNs), at(delays, 99, maxNs), at(delays, 99.9, maxNs), maxNs);
    }

    private static long at(Histogram delays, double percentile, long maxNs) {
        return Math.min(delays.getValueAtPercentile(percentile), maxNs);
    }
}
