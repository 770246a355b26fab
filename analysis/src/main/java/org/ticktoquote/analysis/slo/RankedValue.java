package org.ticktoquote.analysis.slo;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.results.TickResults;

/** Exact value at a rank among ticks, in bounded memory: four passes that determine 16 bits each. */
final class RankedValue {
    private static final int DIGIT_BITS = 16;
    private static final int FIRST_SHIFT = Long.SIZE - DIGIT_BITS;
    private static final int DIGIT = (1 << DIGIT_BITS) - 1;

    private final LateValues values;
    private final long[] counts = new long[1 << DIGIT_BITS];

    RankedValue(LateValues values) {
        this.values = values;
    }

    /**
     * Returns the value, or null if it is lost.
     *
     * @param from first tick
     * @param to last tick, exclusive
     * @param rank from 1, at most the number of values
     */
    @Nullable
    Long of(long from, long to, long rank) {
        long prefix = 0;
        long left = rank;
        for (int shift = FIRST_SHIFT; shift >= 0; shift -= DIGIT_BITS) {
            count(from, to, prefix, shift);
            int digit = 0;
            while (left > counts[digit]) {
                left -= counts[digit];
                digit++;
            }
            prefix |= (long) digit << shift;
        }
        return prefix == TickResults.LOST ? null : prefix;
    }

    /** Counts values by digit if their higher bits equal the prefix. */
    private void count(long from, long to, long prefix, int shift) {
        Arrays.fill(counts, 0);
        long above = shift == FIRST_SHIFT ? 0 : -1L << (shift + DIGIT_BITS);
        for (long tick = from; tick < to; tick++) {
            values.each(tick, value -> {
                if ((value & above) == prefix) {
                    counts[(int) (value >>> shift) & DIGIT]++;
                }
            });
        }
    }
}
