package org.ticktoquote.analysis.summary;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Lateness of the scheduled wakes of one process in the measured part, in nanoseconds. Percentiles are highest equivalent
 * values of a histogram with three significant digits.
 *
 * @param wakes number of scheduled wake-ups, one per millisecond
 * @param max longest delay; exact if it is long enough to be in the hiccup journal
 */
public record HiccupFigures(
        long wakes,
        long p50,
        long p90,
        long p99,
        @JsonProperty("p99_9") long p999,
        long max) {}
