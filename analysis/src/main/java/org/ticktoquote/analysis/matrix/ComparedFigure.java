package org.ticktoquote.analysis.matrix;

import java.util.List;
import java.util.stream.Stream;
import org.ticktoquote.analysis.distribution.LatencyFigures;

/**
 * The figures of a latency that are compared, by their names in {@code summary.json}: whatever a matrix may be held to,
 * and no others.
 */
public enum ComparedFigure {
    P50("p50", "p50", 50),
    P90("p90", "p90", 90),
    P99("p99", "p99", 99),
    P99_9("p99_9", "p99.9", 99.9),
    P99_99("p99_99", "p99.99", 99.99),
    MAX("max", "max", 100);

    /** The latencies that are compared, by their names in {@code summary.json}; the headline first. */
    public static final List<String> LATENCIES =
            Stream.of(ComparedLatency.values()).map(ComparedLatency::field).toList();

    private final String field;
    private final String title;
    private final double percentile;

    ComparedFigure(String field, String title, double percentile) {
        this.field = field;
        this.title = title;
        this.percentile = percentile;
    }

    /** Its name in files. */
    public String field() {
        return field;
    }

    /** Its name for people. */
    public String title() {
        return title;
    }

    /** 0..100. */
    public double percentile() {
        return percentile;
    }

    /** Whether time per year is said of it: not of what is usual, and the maximum is no share of anything. */
    boolean tail() {
        return this != P50 && this != MAX;
    }

    Bounds of(LatencyFigures latency) {
        return this == MAX ? Bounds.max(latency) : Bounds.percentile(latency, field);
    }
}
