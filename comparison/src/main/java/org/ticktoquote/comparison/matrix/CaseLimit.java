package org.ticktoquote.comparison.matrix;

import static java.util.Objects.requireNonNull;

import java.util.stream.Stream;
import org.ticktoquote.analysis.distribution.Latency;

/**
 * Limit of a case: maximum allowed value of a figure.
 *
 * @param latency name of the latency in {@code summary.json}
 * @param figure name of the figure in {@code summary.json}
 * @param mostNs maximum allowed value
 */
public record CaseLimit(String latency, String figure, long mostNs) {
    public CaseLimit {
        requireNonNull(latency, "latency");
        requireNonNull(figure, "figure");
        if (!Latency.COMPARED_FIELDS.contains(latency)) {
            throw new IllegalArgumentException(
                    "latency is '" + latency + "', expected one of " + String.join(", ", Latency.COMPARED_FIELDS));
        }
        compared(figure);
        if (mostNs <= 0) {
            throw new IllegalArgumentException("mostNs is " + mostNs + ", expected more than 0");
        }
    }

    public static CaseLimit of(Latency latency, ComparedFigure figure, long mostNs) {
        return new CaseLimit(latency.field(), figure.field(), mostNs);
    }

    private static ComparedFigure compared(String field) {
        return Stream.of(ComparedFigure.values())
                .filter(one -> one.field().equals(field))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("figure is '" + field + "', which is not compared"));
    }

    ComparedFigure comparedFigure() {
        return compared(figure);
    }

    /** Returns the figure for users: {@code p99.9 of last-client}. */
    public String description() {
        String word = Latency.COMPARED.stream()
                .filter(one -> one.field().equals(latency))
                .map(Latency::file)
                .findFirst()
                .orElse(latency);
        return comparedFigure().title() + " of " + word;
    }
}
