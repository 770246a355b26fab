package org.ticktoquote.analysis.summary;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * How late the scheduled wakes of one process were in the measured part, in nanoseconds. Percentiles are highest equivalent
 * values of a histogram with three significant digits.
 *
 * @param wakes scheduled, one each millisecond
 * @param max of the measured part, exact where it is long enough for the journal
 */
public record HiccupFigures(
        long wakes,
        long p50,
        long p90,
        long p99,
        @JsonProperty("p99_9") long p999,
        long max) {}
