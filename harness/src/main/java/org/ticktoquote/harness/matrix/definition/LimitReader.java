package org.ticktoquote.harness.matrix.definition;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ticktoquote.analysis.matrix.CaseLimit;
import org.ticktoquote.analysis.matrix.ComparedFigure;
import org.ticktoquote.analysis.matrix.ComparedLatency;
import org.ticktoquote.core.yaml.Key;
import org.ticktoquote.core.yaml.Layers;
import org.ticktoquote.core.yaml.YamlSection;

/** Reads {@code limits}: by latency and figure the most that it may be. */
final class LimitReader {
    /** Percentiles and the maximum, as tables name them. */
    static final List<String> FIGURES =
            Stream.of(ComparedFigure.values()).map(ComparedFigure::title).toList();

    private static final List<Key<Long>> KEYS = FIGURES.stream()
            .map(figure -> Key.duration(figure, "the most that it may be, by its bounds over the runs"))
            .toList();

    static final Key<YamlSection> KEY = Key.part(
            "limits",
            schema(),
            "what the case is held to: by latency and figure the most that it may be, by its bounds over the runs");

    private LimitReader() {}

    private static Map<String, Object> schema() {
        Map<String, Object> latencies = new LinkedHashMap<>();
        for (ComparedLatency latency : ComparedLatency.values()) {
            latencies.put(latency.word(), Key.mapping(List.copyOf(KEYS)));
        }
        return Key.ordered("type", "object", "additionalProperties", false, "properties", latencies);
    }

    static List<CaseLimit> read(Layers limits) {
        List<CaseLimit> found = new ArrayList<>();
        for (ComparedLatency latency : ComparedLatency.values()) {
            Layers figures = limits.below(latency.word());
            for (ComparedFigure figure : ComparedFigure.values()) {
                Long mostNs = figures.value(figure.title(), Key.A_DURATION, Key::positiveNs);
                if (mostNs != null) {
                    found.add(CaseLimit.of(latency, figure, mostNs));
                }
            }
            figures.end();
        }
        limits.end();
        return found;
    }
}
