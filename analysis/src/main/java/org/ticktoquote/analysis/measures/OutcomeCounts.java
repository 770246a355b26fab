package org.ticktoquote.analysis.measures;

import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.summary.TickOutcomes;

/** Counts cells by outcome. */
final class OutcomeCounts {
    private final long[] counts = new long[ResultCell.PUBLISHED_NOT_DUE + 1];

    void add(long cell) {
        counts[ResultCell.outcome(cell)]++;
    }

    void add(OutcomeCounts other) {
        for (int outcome = 0; outcome < counts.length; outcome++) {
            counts[outcome] += other.counts[outcome];
        }
    }

    long pending() {
        return counts[ResultCell.PENDING];
    }

    TickOutcomes outcomes() {
        return new TickOutcomes(
                counts[ResultCell.PUBLISHED] + counts[ResultCell.PUBLISHED_NOT_DUE],
                counts[ResultCell.CONFLATED],
                counts[ResultCell.SKIPPED],
                counts[ResultCell.UNCHANGED],
                counts[ResultCell.LOST],
                counts[ResultCell.EXCLUDED]);
    }
}
