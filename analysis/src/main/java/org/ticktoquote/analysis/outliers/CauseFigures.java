package org.ticktoquote.analysis.outliers;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.matrix.TimePerYear;

/**
 * What one cause did to the late ticks of some runs.
 *
 * @param cause its key
 * @param label for people
 * @param episodes of which it has the most
 * @param ticks late ones of those episodes
 * @param beyondP99 its share of the time beyond p99, 0..1; null where p99 is not known
 * @param beyondP999 of that beyond p99.9
 * @param longestNs the worst response of its episodes
 * @param perYear of the ticks of its episodes; null where fewer than ten independent ones stand behind it
 */
public record CauseFigures(
        String cause,
        String label,
        long episodes,
        long ticks,
        @Nullable Double beyondP99,
        @Nullable Double beyondP999,
        long longestNs,
        @Nullable TimePerYear perYear) {
    /** What stands before its share; empty where that is no upper bound. */
    public String bound() {
        return LateCause.bound(cause);
    }
}
