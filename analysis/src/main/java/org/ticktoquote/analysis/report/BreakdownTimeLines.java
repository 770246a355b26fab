package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickBlock;
import org.ticktoquote.analysis.results.TickResults;

/**
 * Due ticks, worst response and losses per time slice, for each session and each pair. Its size is independent of the run's
 * length.
 */
final class BreakdownTimeLines {
    private static final long MIN_NS = 100_000_000;
    private static final int MAX_SLICES = 120;
    private static final double NS_PER_SECOND = 1e9;

    private final long sliceNs;
    private final List<Part> sessions = new ArrayList<>();
    private final Map<Integer, Part> pairs = new HashMap<>();

    private BreakdownTimeLines(long sliceNs) {
        this.sliceNs = sliceNs;
    }

    private static final class Part {
        private final long[] due;
        private final long[] lost;
        private final long[] worstNs;

        private Part(int slices) {
            due = new long[slices];
            lost = new long[slices];
            worstNs = new long[slices];
        }

        /**
         * Adds cells of one slice: all cells of a pair's tick, or one session's cells of several ticks. Counts in local
         * variables to avoid an array write per cell.
         */
        private void add(int slice, TickBlock block, int place, int places, int session, int sessions) {
            long dueCells = 0;
            long lostCells = 0;
            long worst = worstNs[slice];
            for (int at = place; at < place + places; at++) {
                for (int of = session; of < session + sessions; of++) {
                    long cell = block.cell(at, of);
                    dueCells += ResultCell.due(cell) ? 1 : 0;
                    if (ResultCell.answered(cell)) {
                        worst = Math.max(worst, ResultCell.responseNs(cell));
                    } else if (ResultCell.outcome(cell) == ResultCell.LOST && ResultCell.isCertain(cell)) {
                        lostCells++;
                    }
                }
            }
            due[slice] += dueCells;
            lost[slice] += lostCells;
            worstNs[slice] = worst;
        }
    }

    /** Computes the slices from all ticks of a run. */
    static BreakdownTimeLines of(TickResults results) {
        if (results.ticks() == 0) {
            return new BreakdownTimeLines(MIN_NS);
        }
        long t0Ns = results.intendedNs(1);
        long lengthNs = results.intendedNs(results.ticks()) - t0Ns;
        BreakdownTimeLines parts = new BreakdownTimeLines((lengthNs / (MAX_SLICES * MIN_NS) + 1) * MIN_NS);
        int slices = (int) (lengthNs / parts.sliceNs) + 1;
        for (int session = 0; session < results.sessions(); session++) {
            parts.sessions.add(new Part(slices));
        }
        TickBlock block = TickBlock.whole(results);
        while (block.next()) {
            for (int place = 0; place < block.size(); ) {
                place = parts.add(block, place, t0Ns, slices);
            }
        }
        return parts;
    }

    /** Adds the ticks of one slice, from an index on. Returns the index after them, at most the block's size. */
    private int add(TickBlock block, int first, long t0Ns, int slices) {
        long slice = (block.intendedNs(first) - t0Ns) / sliceNs;
        int place = first;
        do {
            pairs.computeIfAbsent(block.instrumentId(place), each -> new Part(slices))
                    .add((int) slice, block, place, 1, 0, block.sessions());
            place++;
        } while (place < block.size() && (block.intendedNs(place) - t0Ns) / sliceNs == slice);
        for (int session = 0; session < block.sessions(); session++) {
            sessions.get(session).add((int) slice, block, first, place - first, session, 1);
        }
        return place;
    }

    /** Returns the buckets of a session by its number; empty for an absent session. */
    List<TimeBucket> session(int session) {
        return session < sessions.size() ? buckets(sessions.get(session)) : List.of();
    }

    /** Returns the buckets of a pair by its instrument id; empty if it had no tick. */
    List<TimeBucket> pair(int instrumentId) {
        @Nullable Part part = pairs.get(instrumentId);
        return part == null ? List.of() : buckets(part);
    }

    private List<TimeBucket> buckets(Part part) {
        List<TimeBucket> buckets = new ArrayList<>();
        for (int slice = 0; slice < part.due.length; slice++) {
            @Nullable Long worst = part.worstNs[slice] == 0 ? null : (Long) part.worstNs[slice];
            buckets.add(new TimeBucket(slice * sliceNs / NS_PER_SECOND, part.due[slice], worst, 0, part.lost[slice]));
        }
        return buckets;
    }
}
