package org.ticktoquote.analysis.distribution;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Figures of one latency, in nanoseconds.
 *
 * <p>If there are two attributions, counts and extremes exist for both, and every percentile is an interval.
 *
 * @param label description for users
 * @param latest counts and extremes under the latest attribution, or the only one
 * @param soonest the same under the soonest attribution; null if there is only one
 * @param diagnostic true if the attribution of snapshots does not hold or the run was cut short; no percentile is then
 * supported, and censored values are uncertain; written only if true
 */
public record LatencyFigures(
        String label,
        @JsonUnwrapped Extremes latest,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Extremes soonest,
        PercentileFigure p50,
        PercentileFigure p90,
        PercentileFigure p99,
        @JsonProperty("p99_9") PercentileFigure p999,
        @JsonProperty("p99_99") PercentileFigure p9999,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean diagnostic) {
    private static final Map<String, Percentile> NAMED = Map.of(
            "p50", Percentile.P50,
            "p90", Percentile.P90,
            "p99", Percentile.P99,
            "p99_9", Percentile.P99_9,
            "p99_99", Percentile.P99_99);

    /**
     * Counts and exact extremes under one attribution.
     *
     * @param ticks number of ticks with a value at any session, including lost ones
     * @param lostTicks ticks that at least one session lost
     * @param measured number of measured values
     * @param censored number of lost values, which rank above every measured one
     * @param negative number of negative values, recorded as 0
     * @param min null without measured values
     * @param max null if there are censored values, or no measured ones
     * @param mean mean value, rounded to the nanosecond; null if {@code max} is null
     */
    public record Extremes(
            long ticks,
            long lostTicks,
            long measured,
            long censored,
            long negative,
            @Nullable Long min,
            @Nullable Long max,
            @Nullable Long mean) {
        /** Returns the number of values, measured and censored. */
        public long count() {
            return measured + censored;
        }
    }

    /** Combines the figures of the soonest and the latest attribution into intervals. */
    public static LatencyFigures between(LatencyFigures soonest, LatencyFigures latest) {
        return new LatencyFigures(
                latest.label,
                latest.latest,
                soonest.latest,
                PercentileFigure.between(soonest.p50, latest.p50),
                PercentileFigure.between(soonest.p90, latest.p90),
                PercentileFigure.between(soonest.p99, latest.p99),
                PercentileFigure.between(soonest.p999, latest.p999),
                PercentileFigure.between(soonest.p9999, latest.p9999),
                latest.diagnostic);
    }

    /** Returns the figures relabelled for a run without a schedule, whose latencies start when a tick is on the wire. */
    public LatencyFigures withoutSchedule() {
        return new LatencyFigures(
                label.replace("response at", "service at"), latest, soonest, p50, p90, p99, p999, p9999, diagnostic);
    }

    /** Returns the number of values, measured and censored. */
    public long count() {
        return latest.count();
    }

    public long measured() {
        return latest.measured;
    }

    public long censored() {
        return latest.censored;
    }

    public long negative() {
        return latest.negative;
    }

    public @Nullable Long min() {
        return latest.min;
    }

    public @Nullable Long max() {
        return latest.max;
    }

    public @Nullable Long mean() {
        return latest.mean;
    }

    /** Returns whether a percentile, by its name in {@code summary.json}, has no value under any attribution. */
    public boolean refused(String percentile) {
        Extremes most = soonest == null ? latest : soonest;
        Percentile one = Objects.requireNonNull(NAMED.get(percentile), percentile);
        return most.count() > 0 && one.rank(most.count()) > most.measured;
    }

    /** Returns the percentiles by their names in {@code summary.json}, rising. */
    public Map<String, PercentileFigure> percentiles() {
        Map<String, PercentileFigure> all = new LinkedHashMap<>();
        all.put("p50", p50);
        all.put("p90", p90);
        all.put("p99", p99);
        all.put("p99_9", p999);
        all.put("p99_99", p9999);
        return all;
    }
}
