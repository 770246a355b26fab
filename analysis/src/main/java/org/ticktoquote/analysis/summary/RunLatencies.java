package org.ticktoquote.analysis.summary;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.distribution.LatencyFigures;

/**
 * Latencies of a run.
 *
 * @param figures one row of figures per latency; null if the run lacks it, such as the published response if a model is
 *     declared
 */
public record RunLatencies(@JsonIgnore Map<Latency, @Nullable LatencyFigures> figures) {
    public RunLatencies {
        figures = Collections.unmodifiableMap(new EnumMap<>(figures));
    }

    /** Creates the latencies of a run; {@code known} returns null for a latency that the run lacks. */
    public static RunLatencies of(Function<Latency, @Nullable LatencyFigures> known) {
        Map<Latency, @Nullable LatencyFigures> figures = new EnumMap<>(Latency.class);
        for (Latency latency : Latency.values()) {
            figures.put(latency, known.apply(latency));
        }
        return new RunLatencies(figures);
    }

    /** Returns the figures by name, in the order of the file. */
    @JsonAnyGetter
    Map<String, @Nullable LatencyFigures> members() {
        Map<String, @Nullable LatencyFigures> members = new LinkedHashMap<>();
        figures.forEach((latency, one) -> members.put(latency.field(), one));
        return members;
    }

    /** Returns the figures of a latency that every run has. */
    public LatencyFigures of(Latency latency) {
        return Objects.requireNonNull(figures.get(latency), latency.field());
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
        return figures.get(latency) != null;
    }

    /** Returns the existing latencies by name, in the order of the file. */
    public Map<String, LatencyFigures> byField() {
        Map<String, LatencyFigures> all = new LinkedHashMap<>();
        figures.forEach((latency, one) -> {
            if (one != null) {
                all.put(latency.field(), one);
            }
        });
        return all;
    }
}
