package org.ticktoquote.analysis.files;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ticktoquote.analysis.statistics.Attributed;
import org.ticktoquote.analysis.statistics.ClientStatistics;

/** Latencies available for comparisons and for the limits of a matrix, the headline first. */
public enum ComparedLatency {
    LAST_CLIENT("lastClientNs", "last-client"),
    RESPONSE("responseNs", "response"),
    FIRST_CLIENT("firstClientNs", "first-client"),
    MEDIAN_CLIENT("medianClientNs", "median-client"),
    SERVICE("serviceNs", "service"),
    QUOTE_AGE("quoteAgeNs", "quote-age");

    /** Names in {@code summary.json}, the headline first. */
    public static final List<String> FIELDS =
            Stream.of(values()).map(ComparedLatency::field).toList();

    private final String field;
    private final String word;

    ComparedLatency(String field, String word) {
        this.field = field;
        this.word = word;
    }

    /** Returns the statistics of the latency; empty for a latency with several values per tick. */
    public Optional<ClientStatistics> of(Attributed statistics) {
        return switch (this) {
            case FIRST_CLIENT -> Optional.of(statistics.firstClient());
            case MEDIAN_CLIENT -> Optional.of(statistics.medianClient());
            case LAST_CLIENT -> Optional.of(statistics.lastClient());
            case RESPONSE, SERVICE, QUOTE_AGE -> Optional.empty();
        };
    }

    /** Returns the name in {@code summary.json}. */
    public String field() {
        return field;
    }

    /** Returns the name in a matrix file. */
    public String word() {
        return word;
    }
}
