package org.ticktoquote.analysis.distribution;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one latency; all values in nanoseconds.
 *
 * @param label which population, for people
 * @param measured values with a number
 * @param censored values without one: they rank above every measured one
 * @param negative values within the clock uncertainty below 0, recorded as 0
 * @param min exact; null when nothing was measured
 * @param max exact; null when anything is censored or nothing was measured
 * @param mean exact, rounded to the nanosecond; null as {@code max}
 */
public record LatencyFigures(
        String label,
        long measured,
        long censored,
        long negative,
        @Nullable Long min,
        @Nullable Long max,
        @Nullable Long mean,
        PercentileFigure p50,
        PercentileFigure p90,
        PercentileFigure p99,
        @JsonProperty("p99_9") PercentileFigure p999,
        @JsonProperty("p99_99") PercentileFigure p9999) {

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
