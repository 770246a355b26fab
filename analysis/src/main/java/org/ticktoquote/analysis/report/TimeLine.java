package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickBlock;
import org.ticktoquote.analysis.results.TickResults;

/** Ticks, worst response, worst replay lag and losses of a run per time slice. */
public final class TimeLine {
    private static final long MIN_NS = 100_000_000;
    private static final int MAX_SLICES = 1_200;
    private static final double NS_PER_SECOND = 1e9;

    private final long t0Ns;
    private final long sliceNs;
    private final List<TimeBucket> buckets = new ArrayList<>();
    private long ticks;
    private long worstResponseNs = TickResults.NONE;
    private long worstLagNs;
    private long lost;

    private TimeLine(TickResults results) {
        this.t0Ns = results.intendedNs(1);
        long lengthNs = results.intendedNs(results.ticks()) - t0Ns;
        long steps = lengthNs / (MAX_SLICES * MIN_NS) + 1;
        this.sliceNs = steps * MIN_NS;
    }

    /** Returns all slices: of 100 ms, or of a multiple if the run is longer than two minutes. */
    public static List<TimeBucket> of(TickResults results) {
        if (results.ticks() == 0) {
            return List.of();
        }
        TimeLine line = new TimeLine(results);
        TickBlock block = TickBlock.whole(results);
        while (block.next()) {
            for (int place = 0; place < block.size(); place++) {
                line.add(block, place);
            }
        }
        line.close();
        return List.copyOf(line.buckets);
    }

    private void add(TickBlock block, int place) {
        long slice = (block.intendedNs(place) - t0Ns) / sliceNs;
        while (buckets.size() < slice) {
            close();
        }
        ticks++;
        worstLagNs = Math.max(worstLagNs, block.lagNs(place));
        long worstNs = worstResponseNs;
        for (int session = 0; session < block.sessions(); session++) {
            long cell = block.cell(place, session);
            if (ResultCell.answered(cell)) {
                worstNs = Math.max(worstNs, ResultCell.responseNs(cell));
            } else {
                lost += ResultCell.outcome(cell) == ResultCell.LOST && ResultCell.isCertain(cell) ? 1 : 0;
            }
        }
        worstResponseNs = worstNs;
    }

    private void close() {
        double fromS = buckets.size() * sliceNs / NS_PER_SECOND;
        @Nullable Long worst = worstResponseNs == TickResults.NONE ? null : (Long) worstResponseNs;
        buckets.add(new TimeBucket(fromS, ticks, worst, worstLagNs, lost));
        ticks = 0;
        worstResponseNs = TickResults.NONE;
        worstLagNs = 0;
        lost = 0;
    }
}
