package org.ticktoquote.analysis.learning;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.ticktoquote.analysis.learning.OffsetVotes.Distance;
import org.ticktoquote.analysis.model.PriceTransform;

/**
 * Offsets added to a composite before rounding, with their votes.
 *
 * <p>Bids are rounded down and asks up. A distance d of a snapshot from its composite therefore allows offsets of
 * {@code d .. d + grid - step} for the bid and {@code d - grid + step .. d} for the ask, in steps that divide grid and
 * composites. If the grid equals the step, distance and offset are the same.
 *
 * @param distance offsets of both sides
 * @param votes snapshots that they explain
 * @param samples snapshots examined
 */
record Offsets(Distance distance, int votes, int samples, long weight) {
    private static final int MAX_CANDIDATES = 8;
    private static final int MAX_STEPS = 32;

    /** Returns the offsets allowed by the votes, the best first. */
    static List<Offsets> of(OffsetVotes votes, long grid, long step) {
        List<Offsets> candidates = votes.candidates();
        if (grid == step || grid / step > MAX_STEPS) {
            return candidates;
        }
        Set<Distance> possible = new LinkedHashSet<>();
        candidates.stream().limit(MAX_CANDIDATES).forEach(one -> addPossible(one.distance(), grid, step, possible));
        return possible.stream()
                .map(distance -> votes.first().counted(distance, grid))
                .sorted(Comparator.comparingInt(Offsets::votes)
                        .thenComparingLong(Offsets::weight)
                        .reversed())
                .toList();
    }

    private static void addPossible(Distance distance, long grid, long step, Set<Distance> possible) {
        for (long bid = distance.bid(); bid < distance.bid() + grid; bid += step) {
            for (long ask = distance.ask(); ask > distance.ask() - grid; ask -= step) {
                possible.add(new Distance(bid, ask));
            }
        }
    }

    PriceTransform transform(long grid) {
        return new PriceTransform(distance.bid(), distance.ask(), grid);
    }
}
