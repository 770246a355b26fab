package org.ticktoquote.comparison.gate.ticks;

import java.util.List;
import java.util.Optional;
import org.ticktoquote.analysis.results.TickResults;

/**
 * Candidate minus baseline of the last client's response, for every tick answered in both runs of a pair. Over time, it has
 * at most {@link #SLICES} slices of equal length, however long the runs are.
 *
 * @param sliceNs length of a slice
 * @param count slices from the first to the last tick of either run, at least one
 * @param slices in time order, without empty ones
 * @param all over all ticks; empty if no tick was answered in both
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

    /** Slice of time; 0 begins with the first tick. */
    public record Slice(int number, DifferenceSpread spread) {}

    public TickDifferences {
        slices = List.copyOf(slices);
    }

    /**
     * Compares two concurrent runs in one pass over both, in bounded memory.
     *
     * @param byTurns whether both have every tick, each at times of its own; slices are then of the baseline's time
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
