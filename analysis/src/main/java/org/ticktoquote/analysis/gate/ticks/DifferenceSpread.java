package org.ticktoquote.analysis.gate.ticks;

import java.util.Optional;

/**
 * Candidate minus baseline of ticks, in ns: negative where the candidate answered sooner.
 *
 * @param ticks at least one
 * @param medianNs of more than 8,192 ticks that of so many, drawn at random
 */
public record DifferenceSpread(long ticks, long lowestNs, long medianNs, long highestNs) {
    /** Collects it, value by value, in bounded memory. Not thread-safe. */
    static final class Collector {
        private final Middle middle = new Middle();
        private long ticks;
        private long lowestNs = Long.MAX_VALUE;
        private long highestNs = Long.MIN_VALUE;

        void add(long differenceNs) {
            ticks++;
            lowestNs = Math.min(lowestNs, differenceNs);
            highestNs = Math.max(highestNs, differenceNs);
            middle.add(differenceNs);
        }

        /** Empty without a value. */
        Optional<DifferenceSpread> spread() {
            return ticks == 0
                    ? Optional.empty()
                    : Optional.of(new DifferenceSpread(ticks, lowestNs, middle.value(), highestNs));
        }
    }
}
