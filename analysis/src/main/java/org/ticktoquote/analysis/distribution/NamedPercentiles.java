package org.ticktoquote.analysis.distribution;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.LinkedHashMap;
import java.util.Map;

/** Percentiles reported for every latency. */
public record NamedPercentiles(
        PercentileFigure p50,
        PercentileFigure p90,
        PercentileFigure p99,
        @JsonProperty("p99_9") PercentileFigure p999,
        @JsonProperty("p99_99") PercentileFigure p9999) {

    static NamedPercentiles between(NamedPercentiles soonest, NamedPercentiles latest) {
        return new NamedPercentiles(
                PercentileFigure.between(soonest.p50, latest.p50),
                PercentileFigure.between(soonest.p90, latest.p90),
                PercentileFigure.between(soonest.p99, latest.p99),
                PercentileFigure.between(soonest.p999, latest.p999),
                PercentileFigure.between(soonest.p9999, latest.p9999));
    }

    /** Returns the percentiles by their names in {@code summary.json}, rising. */
    public Map<String, PercentileFigure> byName() {
        Map<String, PercentileFigure> all = new LinkedHashMap<>();
        all.put("p50", p50);
        all.put("p90", p90);
        all.put("p99", p99);
        all.put("p99_9", p999);
        all.put("p99_99", p9999);
        return all;
    }
}
