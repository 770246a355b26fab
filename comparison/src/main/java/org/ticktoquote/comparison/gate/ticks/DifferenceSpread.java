package org.ticktoquote.comparison.gate.ticks;

import java.util.Optional;

/**
 * Range and median of tick latency differences, candidate minus baseline, in ns. Negative if the candidate was faster.
 *
 * @param ticks number of ticks, at least one
 * @param medianNs median; above 8,192 ticks, the median of a random sample of that size
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
