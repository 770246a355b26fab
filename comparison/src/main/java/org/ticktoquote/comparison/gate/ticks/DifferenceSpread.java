package org.ticktoquote.comparison.gate.ticks;

import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Range and median of tick latency differences, candidate minus baseline, in ns. Negative if the candidate was faster.
 *
 * @param ticks number of ticks, at least one
 * @param medianNs median; above 8,192 ticks, the median of a random sample of that size
 */
public record DifferenceSpread(long ticks, long lowestNs, long medianNs, long highestNs) {
    /**
     * Collects values in bounded memory. The median is exact up to {@link #MAX_VALUES} values, beyond that it is over a random
     * sample of that size. The same values in the same order give the same median. Not thread-safe.
     *
     * <p>Periodic sampling would be biased, because the sides of a duet alternate in receiving a tick first.
     */
    static final class Collector {
        static final int MAX_VALUES = 1 << 13;
        private static final int INITIAL_CAPACITY = 64;
        private static final long SEED = 1;

        private final SplittableRandom random = new SplittableRandom(SEED);
        private long[] sample = new long[INITIAL_CAPACITY];
        private long ticks;
        private long lowestNs = Long.MAX_VALUE;
        private long highestNs = Long.MIN_VALUE;

        void add(long differenceNs) {
            long place = ticks < MAX_VALUES ? ticks : random.nextLong(ticks + 1);
            ticks++;
            lowestNs = Math.min(lowestNs, differenceNs);
            highestNs = Math.max(highestNs, differenceNs);
            if (place < MAX_VALUES) {
                ensureCapacity((int) place);
                sample[(int) place] = differenceNs;
            }
        }

        private void ensureCapacity(int place) {
            if (place == sample.length) {
                sample = Arrays.copyOf(sample, Math.min(MAX_VALUES, 2 * place));
            }
        }

        /** Returns the spread; empty without values. The median is the smallest value that at least half do not exceed. */
        Optional<DifferenceSpread> spread() {
            if (ticks == 0) {
                return Optional.empty();
            }
            long[] sorted = Arrays.copyOf(sample, (int) Math.min(MAX_VALUES, ticks));
            Arrays.sort(sorted);
            return Optional.of(new DifferenceSpread(ticks, lowestNs, sorted[(sorted.length - 1) / 2], highestNs));
        }
    }
}
