package org.ticktoquote.analysis.gate.ticks;

import java.util.List;
import java.util.Optional;
import org.ticktoquote.analysis.results.TickResults;

/**
 * Candidate minus baseline, response of the last client, of every tick that both runs of a pair answered; over time in slices
 * of equal length, at most {@link #SLICES}, however long the runs are.
 *
 * @param sliceNs length of a slice
 * @param count slices from the first to the last tick of either run, at least one
 * @param slices in the order of time; those without such a tick are left out
 * @param all ticks together; empty where no tick was answered by both
 * @param baselineLost ticks that a client of the baseline alone never got
 * @param candidateLost likewise of the candidate
 * @param bothLost ticks that clients of both never got
 * @param onlyOne ticks that one run alone has, or that call for a quote of one alone
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

    /** A slice of time; 0 begins with the first tick. */
    public record Slice(int number, DifferenceSpread spread) {}

    public TickDifferences {
        slices = List.copyOf(slices);
    }

    /** Of two runs that were made at once, in one pass over both and in bounded memory. */
    public static TickDifferences of(TickResults baseline, TickResults candidate) {
        DifferenceSlices slices = DifferenceSlices.over(baseline, candidate);
        TickPairs pairs = new TickPairs(baseline, candidate, slices);
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
