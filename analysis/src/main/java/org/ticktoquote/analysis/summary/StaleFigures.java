package org.ticktoquote.analysis.summary;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * Staleness: age of prices older than a due tick, time-weighted over session x pair.
 *
 * <p>Every figure is an interval, from the soonest to the latest attribution. Ages are over the total time.
 *
 * @param label description for users
 * @param totalNs time of all sessions and pairs
 * @param staleNs time with a stale price
 * @param unansweredNs time with a stale price that was never renewed
 * @param lowerBound whether an age was still rising at the end, so that ages, and times and shares beyond thresholds, are
 *     lower bounds
 * @param max the oldest price, exact
 * @param p50 age not exceeded for half of the time; at most 0.1 % high
 * @param worseThan exact time beyond thresholds, with the share of ticks whose response is beyond
 * @param diagnostic true if the attribution of snapshots does not hold or the run was cut short; written only if true
 */
public record StaleFigures(
        String label,
        Interval totalNs,
        Interval staleNs,
        Interval unansweredNs,
        boolean lowerBound,
        Interval max,
        Interval mean,
        Interval p50,
        Interval p90,
        Interval p99,
        @JsonProperty("p99_9") Interval p999,
        @JsonProperty("p99_99") Interval p9999,
        List<Beyond> worseThan,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean diagnostic) {
    public StaleFigures {
        worseThan = List.copyOf(worseThan);
    }

    /** Both bounds in nanoseconds. */
    public record Interval(long low, long high) {}

    /**
     * Time and ticks beyond one threshold.
     *
     * @param timeShareLow share of the total time
     * @param timeNs time at an older age
     * @param tickShareLow share of the due ticks x sessions with a longer response, including lost ones
     */
    public record Beyond(
            long thresholdNs,
            Interval timeNs,
            double timeShareLow,
            double timeShareHigh,
            double tickShareLow,
            double tickShareHigh) {}
}
