package org.ticktoquote.analysis.distribution;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one latency; all values in nanoseconds.
 *
 * <p>Where snapshots do not name their ticks, counts and extremes are those of the attribution that answers latest, the
 * ones of the attribution that answers soonest stand beside them, and every percentile is an interval.
 *
 * @param label which population, for people
 * @param measured values with a number
 * @param censored values without one: they rank above every measured one
 * @param negative values within the clock uncertainty below 0, recorded as 0
 * @param min exact; null when nothing was measured
 * @param max exact; null when anything is censored or nothing was measured
 * @param mean exact, rounded to the nanosecond; null as {@code max}
 * @param soonest the same under the attribution that answers soonest; null where there is only one
 * @param diagnostic true where they rest on an attribution of snapshots to ticks that does not hold: nothing is supported
 *     then, and what is censored is no fact; written only where true
 */
public record LatencyFigures(
        String label,
        long measured,
        long censored,
        long negative,
        @Nullable Long min,
        @Nullable Long max,
        @Nullable Long mean,
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

    /** Of a run whose snapshots could be attributed. */
    public LatencyFigures(
            String label,
            long measured,
            long censored,
            long negative,
            @Nullable Long min,
            @Nullable Long max,
            @Nullable Long mean,
            @Nullable Extremes soonest,
            PercentileFigure p50,
            PercentileFigure p90,
            PercentileFigure p99,
            PercentileFigure p999,
            PercentileFigure p9999) {
        this(label, measured, censored, negative, min, max, mean, soonest, p50, p90, p99, p999, p9999, false);
    }

    /** Counts and exact extremes of one attribution. */
    public record Extremes(
            long measured,
            long censored,
            long negative,
            @Nullable Long min,
            @Nullable Long max,
            @Nullable Long mean) {}

    /** The interval from what a soonest and a latest attribution come to. */
    public static LatencyFigures between(LatencyFigures soonest, LatencyFigures latest) {
        return new LatencyFigures(
                latest.label,
                latest.measured,
                latest.censored,
                latest.negative,
                latest.min,
                latest.max,
                latest.mean,
                new Extremes(
                        soonest.measured, soonest.censored, soonest.negative, soonest.min, soonest.max, soonest.mean),
                PercentileFigure.between(soonest.p50, latest.p50),
                PercentileFigure.between(soonest.p90, latest.p90),
                PercentileFigure.between(soonest.p99, latest.p99),
                PercentileFigure.between(soonest.p999, latest.p999),
                PercentileFigure.between(soonest.p9999, latest.p9999),
                latest.diagnostic);
    }

    /** All values: measured and censored. */
    public long count() {
        return measured + censored;
    }

    /** Whether a percentile, by its name in {@code summary.json}, has no value under any attribution. */
    public boolean refused(String percentile) {
        long mostMeasured = soonest == null ? measured : soonest.measured;
        long count = soonest == null ? count() : soonest.measured + soonest.censored;
        Percentile named = Objects.requireNonNull(NAMED.get(percentile), percentile);
        return count > 0 && named.rank(count) > mostMeasured;
    }

    /** The percentiles by their names in {@code summary.json}, rising. */
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
