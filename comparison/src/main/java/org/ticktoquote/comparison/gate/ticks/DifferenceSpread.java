package org.ticktoquote.comparison.gate.ticks;

import java.util.Optional;

/**
 * Candidate minus baseline over ticks, in ns: negative if the candidate answered sooner.
 *
 * @param ticks at least one
 * @param medianNs for more than 8,192 ticks the median of a random sample of that size
 */
public record DifferenceSpread(long ticks, long lowestNs, long medianNs, long highestNs) {
    /** Collects values in bounded memory. Not thread-safe. */
    static final class Collector {
        private final SampledMedian middle = new SampledMedian();
        private long ticks;
        private long lowestNs = Long.MAX_VALUE;
        private long highestNs = Long.MIN_VALUE;

        void add(long differenceNs) {
            ticks++;
            lowestNs = Math.min(lowestNs, differenceNs);
            highestNs = Math.max(highestNs, differenceNs);
            middle.add(differenceNs);
        }

        /** Returns the spread; empty without values. */
        Optional<DifferenceSpread> spread() {
            return ticks == 0
                    ? Optional.empty()
                    : Optional.of(new DifferenceSpread(ticks, lowestNs, middle.value(), highestNs));
        }
    }
}
