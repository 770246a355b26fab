package org.ticktoquote.analysis.measures;

import org.ticktoquote.analysis.results.Cell;
import org.ticktoquote.analysis.summary.TickOutcomes;

/** Counts cells by outcome. */
final class OutcomeCounts {
    private final long[] counts = new long[Cell.PUBLISHED_NOT_DUE + 1];

    void add(long cell) {
        counts[Cell.outcome(cell)]++;
    }

    long pending() {
        return counts[Cell.PENDING];
    }

    TickOutcomes outcomes() {
        return new TickOutcomes(
                counts[Cell.PUBLISHED] + counts[Cell.PUBLISHED_NOT_DUE],
                counts[Cell.CONFLATED],
                counts[Cell.SKIPPED],
                counts[Cell.UNCHANGED],
                counts[Cell.LOST],
                counts[Cell.EXCLUDED]);
    }
}
