package org.ticktoquote.analysis.matrix;

import java.util.Optional;
import org.ticktoquote.analysis.statistics.Attributed;
import org.ticktoquote.analysis.statistics.ClientStatistics;

/** The latencies that are compared, the headline first: whatever a matrix may be held to, and no others. */
public enum ComparedLatency {
    LAST_CLIENT("lastClientNs", "last-client"),
    RESPONSE("responseNs", "response"),
    FIRST_CLIENT("firstClientNs", "first-client"),
    MEDIAN_CLIENT("medianClientNs", "median-client"),
    SERVICE("serviceNs", "service"),
    QUOTE_AGE("quoteAgeNs", "quote-age");

    private final String field;
    private final String word;

    ComparedLatency(String field, String word) {
        this.field = field;
        this.word = word;
    }

    /** Its values tick by tick; nothing where not one value a tick is kept. */
    public Optional<ClientStatistics> of(Attributed statistics) {
        return switch (this) {
            case FIRST_CLIENT -> Optional.of(statistics.firstClient());
            case MEDIAN_CLIENT -> Optional.of(statistics.medianClient());
            case LAST_CLIENT -> Optional.of(statistics.lastClient());
            case RESPONSE, SERVICE, QUOTE_AGE -> Optional.empty();
        };
    }

    /** Its name in {@code summary.json}. */
    public String field() {
        return field;
    }

    /** Its name in the file of a matrix. */
    public String word() {
        return word;
    }
}
