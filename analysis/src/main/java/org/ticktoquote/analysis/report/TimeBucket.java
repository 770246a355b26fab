package org.ticktoquote.analysis.report;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickBlock;
import org.ticktoquote.analysis.results.TickResults;

/**
 * Slice of a run's time line. All slices of a run have the same length, without gaps.
 *
 * @param fromS start, seconds after the first intended tick
 * @param ticks intended in it; for a pair or session, its due ticks x sessions
 * @param worstResponseNs largest response of its answered ticks at all sessions; null without answers
 * @param worstLagNs largest replay lag; 0 without ticks, and for a pair or session
 * @param lost ticks x sessions that are certainly lost
 */
public record TimeBucket(double fromS, long ticks, @Nullable Long worstResponseNs, long worstLagNs, long lost) {
    private static final long MIN_NS = 100_000_000;
    private static final int MAX_SLICES = 1_200;
    private static final double NS_PER_SECOND = 1e9;

    /** Returns the time line of a run, with slices of 100 ms, or of a multiple if the run is longer than two minutes. */
    public static List<TimeBucket> of(TickResults results) {
        if (results.ticks() == 0) {
            return List.of();
        }
        long t0Ns = results.intendedNs(1);
        long lengthNs = Math.max(0, results.intendedNs(results.ticks()) - t0Ns);
        long sliceNs = (lengthNs / (MAX_SLICES * MIN_NS) + 1) * MIN_NS;
        int slices = (int) (lengthNs / sliceNs) + 1;
        long[] ticks = new long[slices];
        long[] worstNs = new long[slices];
        long[] lagNs = new long[slices];
        long[] lost = new long[slices];
        Arrays.fill(worstNs, TickResults.NONE);
        TickBlock block = TickBlock.whole(results);
        while (block.next()) {
            for (int place = 0; place < block.size(); place++) {
                // intended times of a damaged run can be out of order
                int slice = (int) Math.max(0, Math.min(slices - 1, (block.intendedNs(place) - t0Ns) / sliceNs));
                ticks[slice]++;
                lagNs[slice] = Math.max(lagNs[slice], block.lagNs(place));
                long worst = worstNs[slice];
                for (int session = 0; session < block.sessions(); session++) {
                    long cell = block.cell(place, session);
                    if (ResultCell.answered(cell)) {
                        worst = Math.max(worst, ResultCell.responseNs(cell));
                    } else {
                        lost[slice] +=
                                ResultCell.outcome(cell) == ResultCell.LOST && ResultCell.isCertain(cell) ? 1 : 0;
                    }
                }
                worstNs[slice] = worst;
            }
        }
        return IntStream.range(0, slices)
                .mapToObj(slice -> new TimeBucket(
                        slice * sliceNs / NS_PER_SECOND,
                        ticks[slice],
                        worstNs[slice] == TickResults.NONE ? null : (Long) worstNs[slice],
                        lagNs[slice],
                        lost[slice]))
                .toList();
    }
}
