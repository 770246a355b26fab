package org.ticktoquote.analysis.distribution;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
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
 * @param latest counts and extremes under the attribution that answers latest, or the only one
 * @param soonest the same under the attribution that answers soonest; null where there is only one
 * @param named the percentiles
 * @param diagnostic true where they rest on an attribution of snapshots to ticks that does not hold, or on a run that broke
 *     off: nothing is supported then, and what is censored is no fact; written only where true
 */
public record LatencyFigures(
        String label,
        @JsonUnwrapped Extremes latest,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Extremes soonest,
        @JsonUnwrapped NamedPercentiles named,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean diagnostic) {
    private static final Map<String, Percentile> NAMED = Map.of(
            "p50", Percentile.P50,
            "p90", Percentile.P90,
            "p99", Percentile.P99,
            "p99_9", Percentile.P99_9,
            "p99_99", Percentile.P99_99);

    /**
     * Counts and exact extremes of one attribution.
     *
     * @param ticks that have a value at some session, lost ones among them
     * @param lostTicks of them those that some session lost
     * @param measured values with a number
     * @param censored values without one: they rank above every measured one
     * @param negative values within the clock uncertainty below 0, recorded as 0
     * @param min null when nothing was measured
     * @param max null when anything is censored or nothing was measured
     * @param mean rounded to the nanosecond; null as {@code max}
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
        /** All values: measured and censored. */
        public long count() {
            return measured + censored;
        }
    }

    /** The interval from what a soonest and a latest attribution come to. */
    public static LatencyFigures between(LatencyFigures soonest, LatencyFigures latest) {
        return new LatencyFigures(
                latest.label,
                latest.latest,
                soonest.latest,
                NamedPercentiles.between(soonest.named, latest.named),
                latest.diagnostic);
    }

    /** The same of a run whose ticks have no schedule: they count from when they were on the wire. */
    public LatencyFigures withoutSchedule() {
        return new LatencyFigures(label.replace("response at", "service at"), latest, soonest, named, diagnostic);
    }

    /** All values: measured and censored. */
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

    public PercentileFigure p50() {
        return named.p50();
    }

    public PercentileFigure p90() {
        return named.p90();
    }

    public PercentileFigure p99() {
        return named.p99();
    }

    public PercentileFigure p999() {
        return named.p999();
    }

    public PercentileFigure p9999() {
        return named.p9999();
    }

    /** Whether a percentile, by its name in {@code summary.json}, has no value under any attribution. */
    public boolean refused(String percentile) {
        Extremes most = soonest == null ? latest : soonest;
        Percentile one = Objects.requireNonNull(NAMED.get(percentile), percentile);
        return most.count() > 0 && one.rank(most.count()) > most.measured;
    }

    /** The percentiles by their names in {@code summary.json}, rising. */
    public Map<String, PercentileFigure> percentiles() {
        return named.byName();
    }
}
