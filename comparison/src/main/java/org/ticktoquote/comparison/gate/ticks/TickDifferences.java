package org.ticktoquote.comparison.gate.ticks;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ticktoquote.analysis.results.TickResults;

/**
 * Differences of the last client's response, candidate minus baseline, over all ticks answered in both runs of a pair. Time
 * is divided into at most {@link #SLICES} slices of equal length.
 *
 * @param sliceNs length of a slice
 * @param count slices from the first to the last tick of either run, at least one
 * @param slices non-empty slices in time order
 * @param all differences over all ticks; empty if no tick was answered in both
 * @param baselineLost ticks lost only by a client of the baseline
 * @param candidateLost ticks lost only by a client of the candidate
 * @param bothLost ticks lost by clients of both
 * @param onlyOne ticks that only one run has, or that are due in only one run
 */
public record TickDifferences(
        long sliceNs,
        int count,
        List<Slice> slices,
        Optional<DifferenceSpread> all,
        long baselineLost,
        long candidateLost,
        long bothLost,
        long onlyOne) {
    public static final int SLICES = 240;

    /** Slice of time; slice 0 begins with the first tick. */
    public record Slice(int number, DifferenceSpread spread) {}

    public TickDifferences {
        slices = List.copyOf(slices);
    }

    /**
     * Compares two concurrent runs in one pass over both, in bounded memory.
     *
     * @param byTurns whether both runs have every tick, at different times; slices then follow the baseline's time
     */
    public static TickDifferences of(TickResults baseline, TickResults candidate, boolean byTurns) {
        Slices slices = Slices.over(baseline, candidate);
        return new TickPairs(baseline, candidate, byTurns, slices).compared();
    }

    /** Aligns the ticks of two runs by intended time, or by tick id if the runs took turns. Not thread-safe. */
    private static final class TickPairs {
        private final TickResults baseline;
        private final TickResults candidate;
        private final boolean byTurns;
        private final Slices slices;
        private long baselineLost;
        private long candidateLost;
        private long bothLost;
        private long onlyOne;

        TickPairs(TickResults baseline, TickResults candidate, boolean byTurns, Slices slices) {
            this.baseline = baseline;
            this.candidate = candidate;
            this.byTurns = byTurns;
            this.slices = slices;
        }

        /** Compares in one pass. A run that ended sooner, or lacks a tick, does not shift later ticks. */
        TickDifferences compared() {
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
            return new TickDifferences(
                    slices.lengthNs(),
                    slices.count(),
                    slices.slices(),
                    slices.all(),
                    baselineLost,
                    candidateLost,
                    bothLost,
                    onlyOne);
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
    }

    /** Collects differences over time in tick order; one slice is open at a time. Not thread-safe. */
    private static final class Slices {
        private final long fromNs;
        private final long lengthNs;
        private final int count;
        private final List<Slice> slices = new ArrayList<>();
        private final DifferenceSpread.Collector all = new DifferenceSpread.Collector();
        private DifferenceSpread.Collector open = new DifferenceSpread.Collector();
        private int number;

        private Slices(long fromNs, long toNs) {
            this.fromNs = fromNs;
            long wholeNs = Math.max(0, toNs - fromNs);
            this.lengthNs = wholeNs / SLICES + 1;
            this.count = (int) (wholeNs / lengthNs) + 1;
        }

        /** Covers the time from the first to the last tick of either run. */
        static Slices over(TickResults baseline, TickResults candidate) {
            if (baseline.ticks() == 0 || candidate.ticks() == 0) {
                return new Slices(0, 0);
            }
            return new Slices(
                    Math.min(baseline.intendedNs(1), candidate.intendedNs(1)),
                    Math.max(baseline.intendedNs(baseline.ticks()), candidate.intendedNs(candidate.ticks())));
        }

        void add(long intendedNs, long differenceNs) {
            long reached = Math.min(count - 1, (intendedNs - fromNs) / lengthNs);
            if (reached > number) {
                close();
                number = (int) reached;
            }
            open.add(differenceNs);
            all.add(differenceNs);
        }

        private void close() {
            open.spread().ifPresent(spread -> slices.add(new Slice(number, spread)));
            open = new DifferenceSpread.Collector();
        }

        long lengthNs() {
            return lengthNs;
        }

        int count() {
            return count;
        }

        /** Returns all slices; no difference can be added afterwards. */
        List<Slice> slices() {
            close();
            return slices;
        }

        Optional<DifferenceSpread> all() {
            return all.spread();
        }
    }
}
