package org.ticktoquote.analysis.statistics;

import java.util.Arrays;

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
                carry[i] = tiesBeyond[i] - 1;
                advance(i);
            }
        }
    }

    /** They stand evenly: the one of a number k is the tick k x ties / tiesBeyond, rounded up; by a sum in place of a division. */
    private void advance(int i) {
        next[i] += step[i];
        carry[i] += rest[i];
        if (carry[i] >= tiesBeyond[i]) {
            carry[i] -= tiesBeyond[i];
            next[i]++;
        }
    }

    /** A tick of the range came. */
    void tick() {
        at++;
        if (at == AHEAD || found == 0) {
            find();
            at = 0;
        }
    }

    private void find() {
        Arrays.fill(late, 0);
        for (int i = 0; i < next.length; i++) {
            while (next[i] <= found + AHEAD) {
                late[(int) (next[i] - found - 1) * words + i / Long.SIZE] |= 1L << i;
                advance(i);
            }
        }
        found += AHEAD;
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
