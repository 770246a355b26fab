package org.ticktoquote.analysis.summary;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.statistics.LateShare;

/**
 * The latencies of a run.
 *
 * @param responsePublishedNs only directly published ticks; null unless the model is unknown
 * @param fanOutSkewNs last client less first client, per due tick
 * @param replayLagNs sent less intended, per tick
 * @param lastClientBounds what this run says of the percentiles of the last client; empty where no tick is attributed
 * @param lastClientLate how much was later at the last client than its supported percentiles from p99 on, and than its largest
 *     value; empty likewise
 */
public record RunLatencies(
        LatencyFigures responseNs,
        @Nullable LatencyFigures responsePublishedNs,
        LatencyFigures serviceNs,
        LatencyFigures quoteAgeNs,
        LatencyFigures firstClientNs,
        LatencyFigures medianClientNs,
        LatencyFigures lastClientNs,
        LatencyFigures fanOutSkewNs,
        LatencyFigures replayLagNs,
        List<BoundFigure> lastClientBounds,
        List<LateShare> lastClientLate) {
    public RunLatencies {
        lastClientBounds = List.copyOf(lastClientBounds);
        lastClientLate = List.copyOf(lastClientLate);
    }

    /** The latencies by their names in the file, in its order; absent ones are left out. */
    public Map<String, LatencyFigures> byField() {
        Map<String, LatencyFigures> all = new LinkedHashMap<>();
        all.put("responseNs", responseNs);
        if (responsePublishedNs != null) {
            all.put("responsePublishedNs", responsePublishedNs);
        }
        all.put("serviceNs", serviceNs);
        all.put("quoteAgeNs", quoteAgeNs);
        all.put("firstClientNs", firstClientNs);
        all.put("medianClientNs", medianClientNs);
        all.put("lastClientNs", lastClientNs);
        all.put("fanOutSkewNs", fanOutSkewNs);
        all.put("replayLagNs", replayLagNs);
        return all;
    }
}
