package org.ticktoquote.analysis.distribution;

import java.util.Arrays;

/**
 * Counts episodes beyond thresholds: runs of exceeding ticks in send order, split by more than 3 good ticks.
 *
 * <p>Takes one value a tick, in send order; ticks outside the population are left out and neither continue nor split a
 * run. Not thread-safe.
 */
final class Episodes {
    private static final int GOOD_TICKS_WITHIN = 3;

    private final long[] thresholds;
    private final long[] lastExceeding;
    private final long[] episodes;
    private long tick;

    /** Over distinct thresholds in rising order. */
    Episodes(long[] thresholds) {
        this.thresholds = thresholds;
        this.lastExceeding = new long[thresholds.length];
        this.episodes = new long[thresholds.length];
        Arrays.fill(lastExceeding, Long.MIN_VALUE / 2);
    }

    /** The next tick's worst value. */
    void accept(long value) {
        tick++;
        for (int i = 0; i < thresholds.length && thresholds[i] < value; i++) {
            if (tick - lastExceeding[i] - 1 > GOOD_TICKS_WITHIN) {
                episodes[i]++;
            }
            lastExceeding[i] = tick;
        }
    }

    /** Episodes beyond one of the thresholds. */
    long beyond(long threshold) {
        return episodes[Arrays.binarySearch(thresholds, threshold)];
    }
}
