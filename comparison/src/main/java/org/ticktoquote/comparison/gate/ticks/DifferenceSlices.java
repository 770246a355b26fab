package org.ticktoquote.comparison.gate.ticks;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.comparison.gate.ticks.TickDifferences.Slice;

/** Collects differences over time in tick order; one slice is open at a time. Not thread-safe. */
final class DifferenceSlices {
    private final long fromNs;
    private final long lengthNs;
    private final int count;
    private final List<Slice> slices = new ArrayList<>();
    private final DifferenceSpread.Collector all = new DifferenceSpread.Collector();
    private DifferenceSpread.Collector open = new DifferenceSpread.Collector();
    private int number;

    private DifferenceSlices(long fromNs, long toNs) {
        this.fromNs = fromNs;
        long wholeNs = Math.max(0, toNs - fromNs);
        this.lengthNs = wholeNs / TickDifferences.SLICES + 1;
        this.count = (int) (wholeNs / lengthNs) + 1;
    }

    /** Covers the time from the first to the last tick of either run. */
    static DifferenceSlices over(TickResults baseline, TickResults candidate) {
        if (baseline.ticks() == 0 || candidate.ticks() == 0) {
            return new DifferenceSlices(0, 0);
        }
        return new DifferenceSlices(
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
