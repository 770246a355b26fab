package org.ticktoquote.analysis.learning;

import java.util.Arrays;
import org.ticktoquote.analysis.learning.OffsetVotes.Distance;

/** The distances of the first snapshots from the newest composites, snapshot by snapshot; bounded. Not thread-safe. */
final class DistanceSamples {
    private static final int DEPTH = 8;
    private static final int MAXIMUM_SAMPLES = 512;
    private static final int INITIAL = 16;

    private long[] bids = new long[INITIAL * DEPTH];
    private long[] asks = new long[INITIAL * DEPTH];
    private int samples;

    /** Adds a snapshot's distances, from the newest composite on. */
    void add(long bid, long ask, RecentComposites composites) {
        if (samples == MAXIMUM_SAMPLES) {
            return;
        }
        if (samples * DEPTH == bids.length) {
            bids = Arrays.copyOf(bids, bids.length * 2);
            asks = Arrays.copyOf(asks, asks.length * 2);
        }
        for (int depth = 0; depth < DEPTH; depth++) {
            int known = Math.min(depth, composites.size() - 1);
            bids[samples * DEPTH + depth] = bid - composites.bid(known);
            asks[samples * DEPTH + depth] = ask - composites.ask(known);
        }
        samples++;
    }

    /** The snapshots that offsets explain, with the more weight the newer the composite that does. */
    Offsets counted(Distance offset, long grid) {
        int votes = 0;
        long weight = 0;
        for (int sample = 0; sample < samples; sample++) {
            int depth = 0;
            while (depth < DEPTH && !fits(sample * DEPTH + depth, offset, grid)) {
                depth++;
            }
            votes += depth < DEPTH ? 1 : 0;
            weight += DEPTH - depth;
        }
        return new Offsets(offset, votes, samples, weight);
    }

    private boolean fits(int at, Distance offset, long grid) {
        return bids[at] > offset.bid() - grid
                && bids[at] <= offset.bid()
                && asks[at] >= offset.ask()
                && asks[at] < offset.ask() + grid;
    }
}
