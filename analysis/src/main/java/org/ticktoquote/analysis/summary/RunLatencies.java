package org.ticktoquote.analysis.summary;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.statistics.LateShare;

/**
 * Latencies of a run.
 *
 * @param figures one row of figures per latency
 * @param lastClientLate share of quotes and of time later at the last client, for each supported percentile from p99 on and
 * for the largest value; empty if no tick is attributed
 */
public record RunLatencies(@JsonUnwrapped Figures figures, List<LateShare> lastClientLate) {
    /** Figures by latency; null if the run lacks it, such as the published response if a model is declared. */
    public record Figures(@JsonIgnore Map<Latency, @Nullable LatencyFigures> byLatency) {
        public Figures {
            byLatency = Collections.unmodifiableMap(new EnumMap<>(byLatency));
        }

        /** Returns the figures by name, in the order of the file. */
        @JsonAnyGetter
        Map<String, @Nullable LatencyFigures> members() {
            Map<String, @Nullable LatencyFigures> members = new LinkedHashMap<>();
            byLatency.forEach((latency, figures) -> members.put(latency.field(), figures));
            return members;
        }
    }

    public RunLatencies {
        lastClientLate = List.copyOf(lastClientLate);
    }

    /** Creates the latencies of a run; {@code known} returns null for a latency that the run lacks. */
    public static RunLatencies of(Function<Latency, @Nullable LatencyFigures> known, List<LateShare> late) {
        Map<Latency, @Nullable LatencyFigures> figures = new EnumMap<>(Latency.class);
        for (Latency latency : Latency.values()) {
            figures.put(latency, known.apply(latency));
        }
        return new RunLatencies(new Figures(figures), late);
    }

    /** Returns the figures of a latency that every run has. */
    public LatencyFigures of(Latency latency) {
        return Objects.requireNonNull(figures.byLatency.get(latency), latency.field());
    }

    /** Returns the response, or the service of a run from a capture, which has no schedule. */
    public LatencyFigures response() {
        return of(scheduled() ? Latency.RESPONSE : Latency.SERVICE);
    }

    /** Returns whether the run has a schedule. */
    public boolean scheduled() {
        return has(Latency.RESPONSE);
    }

    public boolean has(Latency latency) {
        return figures.byLatency.get(latency) != null;
    }

    /** Returns the existing latencies by name, in the order of the file. */
    public Map<String, LatencyFigures> byField() {
        Map<String, LatencyFigures> all = new LinkedHashMap<>();
        figures.byLatency.forEach((latency, one) -> {
            if (one != null) {
                all.put(latency.field(), one);
            }
        });
        return all;
    }
}
