package org.ticktoquote.analysis.learning;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.ticktoquote.analysis.learning.OffsetVotes.Candidate;
import org.ticktoquote.analysis.learning.OffsetVotes.Distance;
import org.ticktoquote.analysis.model.PriceTransform;

/**
 * What may be added to a composite before it is rounded, with the votes for it.
 *
 * <p>A bid is rounded down and an ask up, so that a distance d of a snapshot from its composite leaves offsets of
 * {@code d .. d + grid - step} for the bid and {@code d - grid + step .. d} for the ask, in steps of which grid and
 * composites are multiples. Where the grid is the step, distance and offset are one.
 *
 * @param distance as offsets of both sides
 */
record Offsets(Distance distance, int votes, long weight) {
    private static final int MOST_CANDIDATES = 8;
    private static final int MOST_COUNTED = 256;
    private static final int MOST_STEPS = 32;

    /** Those that the candidates leave, the one with most weight first. */
    static List<Offsets> of(List<Candidate> candidates, long grid, long step) {
        if (grid == step || grid / step > MOST_STEPS) {
            return candidates.stream()
                    .map(one -> new Offsets(one.distance(), one.votes(), one.weight()))
                    .toList();
        }
        List<Candidate> counted = candidates.stream().limit(MOST_COUNTED).toList();
        Set<Distance> possible = new LinkedHashSet<>();
        candidates.stream().limit(MOST_CANDIDATES).forEach(one -> addPossible(one.distance(), grid, step, possible));
        List<Offsets> offsets = new ArrayList<>();
        for (Distance distance : possible) {
            offsets.add(counted(distance, counted, grid));
        }
        offsets.sort(Comparator.comparingLong(Offsets::weight).reversed());
        return offsets;
    }

    private static void addPossible(Distance distance, long grid, long step, Set<Distance> possible) {
        for (long bid = distance.bid(); bid < distance.bid() + grid; bid += step) {
            for (long ask = distance.ask(); ask > distance.ask() - grid; ask -= step) {
                possible.add(new Distance(bid, ask));
            }
        }
    }

    private static Offsets counted(Distance offset, List<Candidate> candidates, long grid) {
        int votes = 0;
        long weight = 0;
        for (Candidate candidate : candidates) {
            Distance distance = candidate.distance();
            if (distance.bid() > offset.bid() - grid
                    && distance.bid() <= offset.bid()
                    && distance.ask() >= offset.ask()
                    && distance.ask() < offset.ask() + grid) {
                votes += candidate.votes();
                weight += candidate.weight();
            }
        }
        return new Offsets(offset, votes, weight);
    }

    PriceTransform transform(long grid) {
        return new PriceTransform(distance.bid(), distance.ask(), grid);
    }
}
