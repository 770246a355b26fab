package org.ticktoquote.analysis.gate.ticks;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The median of values whose number is not known, in bounded memory: exact up to {@link #MOST} values, beyond that of so many
 * drawn at random. The same values in the same order give the same median. Not thread-safe.
 *
 * <p>Not every second value is taken: the sides of a duet get the tick first in turn.
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

    /** The smallest value that half of all do not exceed; there is one. */
    long value() {
        long[] sorted = Arrays.copyOf(kept, (int) Math.min(MOST, count));
        Arrays.sort(sorted);
        return sorted[(sorted.length - 1) / 2];
    }
}
