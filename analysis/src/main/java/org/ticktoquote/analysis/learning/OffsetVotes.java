package org.ticktoquote.analysis.learning;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ticktoquote.analysis.learning.OffsetVotes.Distance;
import org.ticktoquote.core.journal.SnapshotRecord;

/**
 * Collects the distances of one session and pair's prices from recent composites. Each snapshot votes once for each
 * distance, with more weight for newer composites.
 *
 * <p>The true distance occurs in every snapshot, relative to one of the newest composites. Any other distance occurs only
 * if earlier market prices happen to fit. The number of samples and distances is bounded. Not thread-safe.
 */
final class OffsetVotes {
    private static final int MAX_SAMPLES = 4_096;
    private static final int MAX_DISTANCES = 8_192;

    private final Map<Distance, Tally> tallies = new HashMap<>();
    private final DistanceSamples first = new DistanceSamples();
    private int samples;

    /** Distance of a snapshot's prices from a composite's, units of 1e-9. */
    record Distance(long bid, long ask) {}

    private static final class Tally {
        private int lastSample;
        private int votes;
        private long weight;
    }

    void add(SnapshotRecord snapshot, RecentComposites composites) {
        if (samples == MAX_SAMPLES || composites.size() == 0) {
            return;
        }
        samples++;
        first.add(snapshot.bid(), snapshot.ask(), composites);
        for (int depth = 0; depth < composites.size(); depth++) {
            Distance distance =
                    new Distance(snapshot.bid() - composites.bid(depth), snapshot.ask() - composites.ask(depth));
            vote(distance, RecentComposites.DEPTH - depth);
        }
        if (tallies.size() > MAX_DISTANCES) {
            tallies.values().removeIf(tally -> tally.votes < samples / 2);
        }
    }

    private void vote(Distance distance, int weight) {
        Tally tally = tallies.computeIfAbsent(distance, unused -> new Tally());
        if (tally.lastSample != samples) {
            tally.lastSample = samples;
            tally.votes++;
            tally.weight += weight;
        }
    }

    int samples() {
        return samples;
    }

    /** Returns the first snapshots, each with its distances. */
    DistanceSamples first() {
        return first;
    }

    /**
     * Returns the distances by falling weight, as the offsets of an application that does not round. Ties are ordered by
     * price, so that the order is reproducible.
     */
    List<Offsets> candidates() {
        return tallies.entrySet().stream()
                .map(entry -> new Offsets(entry.getKey(), entry.getValue().votes, samples, entry.getValue().weight))
                .sorted(Comparator.comparingLong(Offsets::weight)
                        .reversed()
                        .thenComparing(candidate -> candidate.distance().bid())
                        .thenComparing(candidate -> candidate.distance().ask()))
                .toList();
    }

    /** Distances of the first snapshots from the newest composites, snapshot by snapshot; bounded. Not thread-safe. */
    static final class DistanceSamples {
        private static final int DEPTH = 8;
        private static final int MAX_SAMPLES = 512;
        private static final int INITIAL = 16;

        private long[] bids = new long[INITIAL * DEPTH];
        private long[] asks = new long[INITIAL * DEPTH];
        private int samples;

        /** Adds the distances of a snapshot, from the newest composite on. */
        void add(long bid, long ask, RecentComposites composites) {
            if (samples == MAX_SAMPLES) {
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

        /** Counts the snapshots that offsets explain, with more weight for newer composites. */
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
}
