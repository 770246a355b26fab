package org.ticktoquote.analysis.gate.ticks;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Median of an unknown number of values in bounded memory: exact up to {@link #MOST} values, beyond that over a random
 * sample of that size. The same values in the same order give the same median. Not thread-safe.
 *
 * <p>It does not sample every second value, because the sides of a duet alternate in getting the tick first.
 */
final class Middle {
    static final int MOST = 1 << 13;
    private static final int FIRST_ROOM = 64;
    private static final long SEED = 1;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private long[] kept = new long[FIRST_ROOM];
    private long count;

    void add(long value) {
        long place = count < MOST ? count : random.nextLong(count + 1);
        count++;
        if (place < MOST) {
            room((int) place);
            kept[(int) place] = value;
        }
    }

    private void room(int place) {
        if (place == kept.length) {
            kept = Arrays.copyOf(kept, Math.min(MOST, 2 * place));
        }
    }

    /** Returns the smallest value that at least half of the values do not exceed; needs a value. */
    long value() {
        long[] sorted = Arrays.copyOf(kept, (int) Math.min(MOST, count));
        Arrays.sort(sorted);
        return sorted[(sorted.length - 1) / 2];
    }
}
