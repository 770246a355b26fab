package org.ticktoquote.analysis.summary;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/**
 * For how long prices were older than a due tick, and how old: time-weighted, over session x pair.
 *
 * <p>Every figure is an interval, from the attribution that answers soonest to the one that answers latest.
 *
 * <p>The members of the groups stand in the file beside the others.
 *
 * @param label which population, for people
 * @param times how much of it
 * @param ages how old
 * @param worseThan time beyond thresholds, exact, beside the share of ticks that say the same of the response
 * @param diagnostic true where they rest on an attribution of snapshots to ticks that does not hold, or on a run that broke
 *     off; written only where true
 */
public record StaleFigures(
        String label,
        @JsonUnwrapped Times times,
        @JsonUnwrapped Ages ages,
        List<Beyond> worseThan,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean diagnostic) {
    /** Of no time at all. */
    public static final StaleFigures NONE = new StaleFigures(
            "staleness",
            new Times(Interval.NONE, Interval.NONE, Interval.NONE, false),
            new Ages(
                    Interval.NONE,
                    Interval.NONE,
                    Interval.NONE,
                    Interval.NONE,
                    Interval.NONE,
                    Interval.NONE,
                    Interval.NONE),
            List.of());

    /**
     * Time, added up.
     *
     * @param totalNs of all sessions and pairs
     * @param staleNs of it with an old price
     * @param unansweredNs of that with a price that was never renewed
     * @param lowerBound whether an age was still rising when the waiting ended: ages, and times and shares of time beyond
     *     thresholds, are at least what they say
     */
    public record Times(Interval totalNs, Interval staleNs, Interval unansweredNs, boolean lowerBound) {}

    /**
     * Ages over all the time.
     *
     * @param max the oldest price, exact
     * @param p50 age not exceeded for half of the time; at most 0.1 % high
     */
    public record Ages(
            Interval max,
            Interval mean,
            Interval p50,
            Interval p90,
            Interval p99,
            @JsonProperty("p99_9") Interval p999,
            @JsonProperty("p99_99") Interval p9999) {}

    /** Of a sound run. */
    public StaleFigures(String label, Times times, Ages ages, List<Beyond> worseThan) {
        this(label, times, ages, worseThan, false);
    }

    public StaleFigures {
        worseThan = List.copyOf(worseThan);
    }

    /** Both bounds in nanoseconds. */
    public record Interval(long low, long high) {
        static final Interval NONE = new Interval(0, 0);
    }

    /**
     * Beyond one threshold.
     *
     * @param timeShareLow of the total time
     * @param timeNs at an older age
     * @param tickShareLow of the due ticks x sessions whose response is longer, lost ones among them
     */
    public record Beyond(
            long thresholdNs,
            Interval timeNs,
            double timeShareLow,
            double timeShareHigh,
            double tickShareLow,
            double tickShareHigh) {}
}
