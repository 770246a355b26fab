package org.ticktoquote.analysis.outliers;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.annual.TimePerYear;

/**
 * Effect of one cause on the late ticks of runs.
 *
 * @param cause its key
 * @param label cause's name for users
 * @param episodes number of episodes in which it has the largest part
 * @param ticks late ticks of those episodes
 * @param beyondP99 its share of the time beyond p99, 0..1; null if p99 is unknown or no response is longer
 * @param beyondP999 its share of the time beyond p99.9
 * @param longestNs worst response of its episodes
 * @param perYear time per year of the ticks of its episodes; null with fewer than ten independent episodes, and always null
 * in {@link RunOutliers}
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
    /** Returns the prefix of its share; empty unless the share is an upper bound. */
    public String bound() {
        return LateCause.bound(cause);
    }
}
