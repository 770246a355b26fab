package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.ticktoquote.analysis.results.TickBlock;
import org.ticktoquote.analysis.results.TickResults;

/**
 * Tick counts by time slice and response at the last client, for a heat map. Its size does not depend on the run's length.
 */
final class ResponseHeatMap {
    /** Step that begins at 1 us. */
    static final int FIRST_STEP = 30;

    static final int STEPS_OF_A_DECADE = 10;
    private static final int STEPS = 90; // to 1,000 s
    private static final int MAX_SLICES = 300;
    private static final long MIN_NS = 100_000_000;

    private final long sliceNs;
    private final long[] ticks;
    private final long[] lost;
    private final long[][] counts;

    private ResponseHeatMap(long sliceNs, int slices) {
        this.sliceNs = sliceNs;
        this.ticks = new long[slices];
        this.lost = new long[slices];
        this.counts = new long[slices][STEPS];
    }

    /** Counts all ticks of a run. Responses out of range count in the first or last step. */
    static ResponseHeatMap of(TickResults results) {
        if (results.ticks() == 0) {
            return new ResponseHeatMap(MIN_NS, 0);
        }
        long t0Ns = results.intendedNs(1);
        long lengthNs = results.intendedNs(results.ticks()) - t0Ns;
        long sliceNs = (lengthNs / (MAX_SLICES * MIN_NS) + 1) * MIN_NS;
        int slices = (int) (lengthNs / sliceNs) + 1;
        ResponseHeatMap values = new ResponseHeatMap(sliceNs, slices);
        TickBlock block = TickBlock.heads(results);
        while (block.next()) {
            for (int place = 0; place < block.size(); place++) {
                values.add((int) ((block.intendedNs(place) - t0Ns) / sliceNs), block.lastClientNs(place));
            }
        }
        return values;
    }

    private void add(int slice, long lastNs) {
        ticks[slice]++;
        if (lastNs == TickResults.LOST) {
            lost[slice]++;
        } else if (lastNs != TickResults.NONE) {
            counts[slice][step(lastNs)]++;
        }
    }

    private static int step(long ns) {
        int step = (int) Math.floor(Math.log10((double) Math.max(1, ns)) * STEPS_OF_A_DECADE + 1e-9) - FIRST_STEP;
        return Math.min(STEPS - 1, Math.max(0, step));
    }

    long sliceNs() {
        return sliceNs;
    }

    int slices() {
        return ticks.length;
    }

    /** Returns the intended ticks of each slice, due or not. */
    List<Long> ticks() {
        return LongStream.of(ticks).boxed().toList();
    }

    /** Returns the due ticks of each slice that a client never received. */
    List<Long> lost() {
        return LongStream.of(lost).boxed().toList();
    }

    /** Returns flat triples of slice, step relative to {@link #FIRST_STEP}, and ticks, without empty steps. */
    List<Long> cells() {
        List<Long> cells = new ArrayList<>();
        for (int slice = 0; slice < ticks.length; slice++) {
            for (int step = 0; step < STEPS; step++) {
                if (counts[slice][step] > 0) {
                    cells.addAll(List.of((long) slice, (long) step, counts[slice][step]));
                }
            }
        }
        return cells;
    }
}
