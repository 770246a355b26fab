package org.ticktoquote.comparison.gate.ticks;

import java.util.List;
import java.util.Optional;
import org.ticktoquote.analysis.results.TickResults;

/**
 * Differences of the last client's response, candidate minus baseline, over all ticks answered in both runs of a pair. Time
 * is divided into at most {@link #SLICES} slices of equal length.
 *
 * @param sliceNs length of a slice
 * @param count slices from the first to the last tick of either run, at least one
 * @param slices non-empty slices in time order
 * @param all differences over all ticks; empty if no tick was answered in both
 * @param baselineLost ticks lost only by a client of the baseline
 * @param candidateLost ticks lost only by a client of the candidate
 * @param bothLost ticks lost by clients of both
 * @param onlyOne ticks that only one run has, or that are due in only one run
 */
public record TickDifferences(
        long sliceNs,
        int count,
        List<Slice> slices,
        Optional<DifferenceSpread> all,
        long baselineLost,
        long candidateLost,
        long bothLost,
        long onlyOne) {
    public static final int SLICES = 240;

    /** Slice of time; slice 0 begins with the first tick. */
    public record Slice(int number, DifferenceSpread spread) {}

    public TickDifferences {
        slices = List.copyOf(slices);
    }

    /**
     * Compares two concurrent runs in one pass over both, in bounded memory.
     *
     * @param byTurns whether both runs have every tick, at different times; slices then follow the baseline's time
     */
    public static TickDifferences of(TickResults baseline, TickResults candidate, boolean byTurns) {
        DifferenceSlices slices = DifferenceSlices.over(baseline, candidate);
        TickPairs pairs = new TickPairs(baseline, candidate, byTurns, slices);
        pairs.compare();
        return new TickDifferences(
                slices.lengthNs(),
                slices.count(),
                slices.slices(),
                slices.all(),
                pairs.baselineLost(),
                pairs.candidateLost(),
                pairs.bothLost(),
                pairs.onlyOne());
    }
}
