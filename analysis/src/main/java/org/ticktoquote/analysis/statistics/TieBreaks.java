package org.ticktoquote.analysis.statistics;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Which ticks in a range count as late beyond which of the values that share it: beyond each as many as are asked for, evenly
 * over all of the range.
 *
 * <p>Found for many ticks at once, value after value, so that a tick only meets values beyond which it is late. Not thread-safe.
 */
final class TieBreaks {
    private static final int AHEAD = 64;

    private final int words;
    /** For each of the next ticks a bit for each value. */
    private final long[] late;
    /** Which tick of the range, from 1, is the next late one beyond each value. */
    private final long[] next;
    /** By how many ticks late ones are apart, rounded down, and how much of one tick, in parts of those that are late, is left over. */
    private final long[] step;

    private final long[] rest;
    private final long[] carry;
    private final long[] tiesBeyond;
    private long found;
    private int at = -1;

    /**
     * Of a range in which so many ticks are.
     *
     * @param tiesBeyond how many of them count as late beyond each value
     */
    TieBreaks(long ties, long... tiesBeyond) {
        int values = tiesBeyond.length;
        this.words = (values + Long.SIZE - 1) / Long.SIZE;
        this.late = new long[AHEAD * words];
        this.tiesBeyond = tiesBeyond;
        this.next = new long[values];
        this.step = new long[values];
        this.rest = new long[values];
        this.carry = new long[values];
        for (int i = 0; i < values; i++) {
            if (tiesBeyond[i] == 0) {
                next[i] = Long.MAX_VALUE;
            } else {
                step[i] = ties / tiesBeyond[i];
                rest[i] = ties % tiesBeyond[i];
                next[i] = step[i] + (rest[i] > 0 ? 1 : 0);
                carry[i] = rest[i] > 0 ? rest[i] - 1 : tiesBeyond[i] - 1;
            }
        }
    }

    /**
     * Of ranges that begin at these values; values of one range are next to each other.
     *
     * @param ties for each value how many ticks are in its range
     * @param tiesBeyond how many of them count as late
     * @return each at the place of the first value of its range
     */
    static @Nullable TieBreaks[] ofRanges(long[] from, long[] ties, long[] tiesBeyond) {
        @Nullable TieBreaks[] breaks = new TieBreaks[from.length];
        for (int first = 0; first < from.length; ) {
            int end = first + 1;
            while (end < from.length && from[end] == from[first]) {
                end++;
            }
            breaks[first] = new TieBreaks(ties[first], Arrays.copyOfRange(tiesBeyond, first, end));
            first = end;
        }
        return breaks;
    }

    /** A tick of the range came. */
    void tick() {
        at++;
        if (at == AHEAD || found == 0) {
            Arrays.fill(late, 0);
            for (int i = 0; i < next.length; i++) {
                find(i);
            }
            found += AHEAD;
            at = 0;
        }
    }

    /**
     * They stand evenly: the one of a number k is the tick k x ties / tiesBeyond, rounded up; by a sum in place of a division.
     * In local variables: arrays would be written for every late tick.
     */
    private void find(int i) {
        long tick = next[i];
        long over = carry[i];
        while (tick <= found + AHEAD) {
            late[(int) (tick - found - 1) * words + i / Long.SIZE] |= 1L << i;
            tick += step[i];
            over += rest[i];
            if (over >= tiesBeyond[i]) {
                over -= tiesBeyond[i];
                tick++;
            }
        }
        next[i] = tick;
        carry[i] = over;
    }

    /** How many words of bits there are. */
    int words() {
        return words;
    }

    /** The values beyond which the tick that came is late: bit {@code b} of word {@code w} is that of the place 64 w + b. */
    long late(int word) {
        return late[at * words + word];
    }
}
