package org.ticktoquote.comparison.matrix;

import org.ticktoquote.analysis.distribution.LatencyFigures;

/** Figure of a latency that is compared, named as in {@code summary.json}. Limits of a matrix can use only these. */
public enum ComparedFigure {
    P50("p50", "p50", 50),
    P90("p90", "p90", 90),
    P99("p99", "p99", 99),
    P99_9("p99_9", "p99.9", 99.9),
    P99_99("p99_99", "p99.99", 99.99),
    MAX("max", "max", 100);

    private final String field;
    private final String title;
    private final double percentile;

    ComparedFigure(String field, String title, double percentile) {
        this.field = field;
        this.title = title;
        this.percentile = percentile;
    }

    /** Returns the name in files. */
    public String field() {
        return field;
    }

    /** Returns the name for users. */
    public String title() {
        return title;
    }

    public double percentile() {
        return percentile;
    }

    /** Returns whether time per year is reported: for every figure except the median and the maximum, which is not a share. */
    boolean tail() {
        return this != P50 && this != MAX;
    }

    Bounds of(LatencyFigures latency) {
        return this == MAX ? Bounds.max(latency) : Bounds.percentile(latency, field);
    }
}
