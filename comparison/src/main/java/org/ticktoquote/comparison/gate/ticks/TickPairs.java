package org.ticktoquote.comparison.gate.ticks;

import org.ticktoquote.analysis.results.TickResults;

/** Aligns the ticks of two runs by intended time, or by tick id if the runs took turns. Not thread-safe. */
final class TickPairs {
    private final TickResults baseline;
    private final TickResults candidate;
    private final boolean byTurns;
    private final DifferenceSlices slices;
    private long baselineLost;
    private long candidateLost;
    private long bothLost;
    private long onlyOne;

    TickPairs(TickResults baseline, TickResults candidate, boolean byTurns, DifferenceSlices slices) {
        this.baseline = baseline;
        this.candidate = candidate;
        this.byTurns = byTurns;
        this.slices = slices;
    }

    /** Compares in one pass. A run that ended sooner, or lacks a tick, does not shift later ticks. */
    void compare() {
        long before = 1;
        long now = 1;
        while (before <= baseline.ticks() && now <= candidate.ticks()) {
            int order = order(before, now);
            if (order == 0) {
                compare(before, now);
            } else {
                onlyOne++;
            }
            before += order <= 0 ? 1 : 0;
            now += order >= 0 ? 1 : 0;
        }
        onlyOne += baseline.ticks() - before + 1 + candidate.ticks() - now + 1;
    }

    /**
     * Returns 0 if both runs have the same tick, a negative number if only the baseline has its tick, otherwise a
     * positive number.
     */
    private int order(long before, long now) {
        if (byTurns) {
            return Long.compare(before, now);
        }
        int order = Long.compare(baseline.intendedNs(before), candidate.intendedNs(now));
        return order != 0 || same(before, now) ? order : longer(before, now);
    }

    /** Returns whether ticks of the same intended time have the same instrument and venue. */
    private boolean same(long before, long now) {
        return baseline.instrumentId(before) == candidate.instrumentId(now)
                && baseline.venueId(before) == candidate.venueId(now);
    }

    /** Assumes that the run with more remaining ticks has the tick that the other one lacks. */
    private int longer(long before, long now) {
        return baseline.ticks() - before >= candidate.ticks() - now ? -1 : 1;
    }

    private void compare(long before, long now) {
        long was = baseline.lastClientNs(before);
        long is = candidate.lastClientNs(now);
        if (was == TickResults.NONE || is == TickResults.NONE) {
            onlyOne += was == is ? 0 : 1;
        } else if (was == TickResults.LOST || is == TickResults.LOST) {
            baselineLost += is == TickResults.LOST ? 0 : 1;
            candidateLost += was == TickResults.LOST ? 0 : 1;
            bothLost += was == is ? 1 : 0;
        } else {
            slices.add(baseline.intendedNs(before), is - was);
        }
    }

    long baselineLost() {
        return baselineLost;
    }

    long candidateLost() {
        return candidateLost;
    }

    long bothLost() {
        return bothLost;
    }

    long onlyOne() {
        return onlyOne;
    }
}
