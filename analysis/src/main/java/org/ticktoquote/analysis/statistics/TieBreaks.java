package org.ticktoquote.analysis.statistics;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Which ticks in a range count as late beyond which of the values that share it: beyond each as many as are asked for, evenly
 * over all of the range.
 *
 * <p>Holds ticks until they are asked for, value after value: so one value is looked at for many ticks. Not thread-safe.
 */
final class TieBreaks {
    private int held;
    /** Ticks of the range before those that are held. */
    private long before;
    /** Which tick of the range, from 1, is the next late one beyond each value. */
    private final long[] next;
    /** By how many ticks late ones are apart, rounded down, and how much of one tick, in parts of those that are late, is left over. */
    private final long[] step;

    private final long[] rest;
    private final long[] carry;
    private final long[] tiesBeyond;

    /**
     * Of a range in which so many ticks are.
     *
     * @param tiesBeyond how many of them count as late beyond each value
     */
    TieBreaks(long ties, long... tiesBeyond) {
        int values = tiesBeyond.length;
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

    /** They stand evenly: the one of a number k is the tick k x ties / tiesBeyond, rounded up; by a sum in place of a division. */
    private void advance(int i) {
        next[i] += step[i];
        carry[i] += rest[i];
        if (carry[i] >= tiesBeyond[i]) {
            carry[i] -= tiesBeyond[i];
            next[i]++;
        }
    }

    /** A tick of the range came: it is held. */
    void hold() {
        held++;
    }

    /** Whether none is held. */
    boolean empty() {
        return held == 0;
    }

    /** How many values share the range. */
    int values() {
        return next.length;
    }

    /** How many of the held ticks are late beyond a value; to be asked once before they are released. */
    int late(int value) {
        int late = 0;
        while (next[value] <= before + held) {
            advance(value);
            late++;
        }
        return late;
    }

    /** All that are held were asked for, of every value. */
    void release() {
        before += held;
        held = 0;
    }
}
