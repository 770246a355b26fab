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
 * The run over time, session by session and pair by pair: due ticks, worst response and losses of each slice. Its size does not
 * depend on the length of the run.
 */
final class PartsInTime {
    private static final long SHORTEST_NS = 100_000_000;
    private static final int MOST_SLICES = 120;
    private static final double NS_PER_SECOND = 1e9;

    private final long sliceNs;
    private final List<Part> sessions = new ArrayList<>();
    private final Map<Integer, Part> pairs = new HashMap<>();

    private PartsInTime(long sliceNs) {
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

        private void add(int slice, long cell) {
            if (ResultCell.due(cell)) {
                due[slice]++;
            }
            if (ResultCell.outcome(cell) == ResultCell.LOST) {
                lost[slice]++;
            } else if (ResultCell.answered(cell)) {
                worstNs[slice] = Math.max(worstNs[slice], ResultCell.responseNs(cell));
            }
        }
    }

    /** Of all ticks of a run. */
    static PartsInTime of(TickResults results) {
        if (results.ticks() == 0) {
            return new PartsInTime(SHORTEST_NS);
        }
        long t0Ns = results.intendedNs(1);
        long lengthNs = results.intendedNs(results.ticks()) - t0Ns;
        PartsInTime parts = new PartsInTime((lengthNs / (MOST_SLICES * SHORTEST_NS) + 1) * SHORTEST_NS);
        int slices = (int) (lengthNs / parts.sliceNs) + 1;
        for (int session = 0; session < results.sessions(); session++) {
            parts.sessions.add(new Part(slices));
        }
        TickBlock block = TickBlock.whole(results);
        while (block.next()) {
            for (int place = 0; place < block.size(); place++) {
                int slice = (int) ((block.intendedNs(place) - t0Ns) / parts.sliceNs);
                Part pair = parts.pairs.computeIfAbsent(block.instrumentId(place), each -> new Part(slices));
                for (int session = 0; session < block.sessions(); session++) {
                    long cell = block.cell(place, session);
                    parts.sessions.get(session).add(slice, cell);
                    pair.add(slice, cell);
                }
            }
        }
        return parts;
    }

    /** By number; empty of one that is not there. */
    List<TimeBucket> session(int session) {
        return session < sessions.size() ? buckets(sessions.get(session)) : List.of();
    }

    /** By the id of its instrument; empty where it had no tick. */
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
