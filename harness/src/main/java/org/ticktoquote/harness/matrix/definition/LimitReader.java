package org.ticktoquote.harness.matrix.definition;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ticktoquote.core.yaml.Layers;
import org.ticktoquote.core.yaml.Section;

/** Reads {@code limits}: by latency and figure the most that it may be. */
final class LimitReader {
    /** Percentiles and the maximum, as tables name them. */
    static final List<String> FIGURES = List.of("p50", "p90", "p99", "p99.9", "p99.99", "max");

    private static final List<String> LATENCIES =
            List.of("response", "service", "quote-age", "first-client", "median-client", "last-client");
    private static final List<Key<Long>> KEYS = FIGURES.stream()
            .map(figure -> Key.duration(figure, "the most that it may be, median of the runs"))
            .toList();

    static final Key<Section> KEY = Key.part(
            "limits",
            schema(),
            "what the case is held to: by latency and figure the most that the median of its runs may be");

    private LimitReader() {}

    private static Map<String, Object> schema() {
        Map<String, Object> latencies = new LinkedHashMap<>();
        LATENCIES.forEach(latency -> latencies.put(latency, Key.mapping(List.copyOf(KEYS))));
        return Key.ordered("type", "object", "additionalProperties", false, "properties", latencies);
    }

    static List<FigureLimit> read(Layers limits) {
        List<FigureLimit> found = new ArrayList<>();
        for (String latency : LATENCIES) {
            Layers figures = limits.below(latency);
            for (String figure : FIGURES) {
                Long mostNs = figures.value(figure, Key.A_DURATION, Key::positiveNs);
                if (mostNs != null) {
                    found.add(new FigureLimit(latency, figure, mostNs));
                }
            }
            figures.end();
        }
        limits.end();
        return found;
    }
}
