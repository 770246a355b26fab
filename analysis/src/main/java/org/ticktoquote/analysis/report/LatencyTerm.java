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
 */
public record LatencyTerm(String field, String title, String meaning, Latency.Series series) {
    static final LatencyTerm STALENESS =
            new LatencyTerm("stalenessNs", "staleness", "age of prices, weighted by time", new Latency.Series(9, true));

    private static final Latency.Series UNKNOWN = new Latency.Series(10, true);

    /** Returns all known terms. */
    static List<LatencyTerm> all() {
        return Stream.concat(Arrays.stream(Latency.values()).map(LatencyTerm::of), Stream.of(STALENESS))
                .toList();
    }

    private static LatencyTerm of(Latency latency) {
        return new LatencyTerm(latency.field(), latency.title(), latency.meaning(), latency.series());
    }

    /** Returns the term with a name in {@code summary.json}. An unknown name is its own title. */
    public static LatencyTerm of(String field) {
        return all().stream()
                .filter(term -> term.field.equals(field))
                .findFirst()
                .orElseGet(() -> new LatencyTerm(field, field, "", UNKNOWN));
    }
}
