package org.ticktoquote.analysis.report;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.ticktoquote.analysis.distribution.Latency;

/**
 * A curve as the page names and draws it: each latency, the staleness beside them, and what the page does not know.
 *
 * @param field its name in {@code summary.json}
 * @param meaning empty where it is not known
 */
public record LatencyTerm(String field, String title, String meaning, Latency.Series series) {
    static final LatencyTerm STALENESS =
            new LatencyTerm("stalenessNs", "staleness", "age of prices, weighted by time", new Latency.Series(9, true));

    private static final Latency.Series UNKNOWN = new Latency.Series(10, true);

    /** All that the page knows. */
    static List<LatencyTerm> all() {
        return Stream.concat(Arrays.stream(Latency.values()).map(LatencyTerm::of), Stream.of(STALENESS))
                .toList();
    }

    private static LatencyTerm of(Latency latency) {
        return new LatencyTerm(latency.field(), latency.title(), latency.meaning(), latency.series());
    }

    /** By its name in {@code summary.json}, which is its title too where the page does not know it. */
    public static LatencyTerm of(String field) {
        return all().stream()
                .filter(term -> term.field.equals(field))
                .findFirst()
                .orElseGet(() -> new LatencyTerm(field, field, "", UNKNOWN));
    }
}
