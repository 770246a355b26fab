package org.ticktoquote.analysis.report;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.ticktoquote.analysis.distribution.Latency;

/**
 * Name and style of a curve on the page: a latency, the staleness, or an unknown curve.
 *
 * @param field its name in {@code summary.json}
 * @param meaning empty if unknown
 * @param style index of the style sheet's series colours and the script's markers, from 0
 * @param visible whether a chart shows it initially
 */
public record LatencyTerm(String field, String title, String meaning, int style, boolean visible) {
    static final LatencyTerm STALENESS =
            new LatencyTerm("stalenessNs", "staleness", "age of prices, weighted by time", 9, true);

    private static final int UNKNOWN = 10;

    /** Returns all known terms. */
    static List<LatencyTerm> all() {
        return Stream.concat(Arrays.stream(Latency.values()).map(LatencyTerm::of), Stream.of(STALENESS))
                .toList();
    }

    private static LatencyTerm of(Latency latency) {
        return new LatencyTerm(latency.field(), latency.title(), latency.meaning(), latency.style(), latency.visible());
    }

    /** Returns the term with a name in {@code summary.json}. An unknown name is its own title. */
    public static LatencyTerm of(String field) {
        return all().stream()
                .filter(term -> term.field.equals(field))
                .findFirst()
                .orElseGet(() -> new LatencyTerm(field, field, "", UNKNOWN, true));
    }
}
