package org.ticktoquote.analysis.statistics;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Breaks ties between ticks in a range. For each value that shares the range, the requested number counts as late,
 * evenly distributed.
 *
 * <p>Holds ticks and resolves them value by value, so that a value is inspected once for many ticks. Not thread-safe.
 */
final class TieBreaks {
    private int held;
    /** Number of ticks of the range already released. */
    private long before;
    /** By value, the index of the next late tick in the range, from 1. */
    private final long[] next;
    /** Distance between late ticks, rounded down, and its remainder in units of 1 / tiesBeyond. */
    private final long[] step;

    private final long[] rest;
    private final long[] carry;
    private final long[] tiesBeyond;

    /**
     * @param ties number of ticks in the range
     * @param tiesBeyond numbers of these ticks that count as late, one per value
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
     * Creates the tie breaks of ranges given by their starts; values of one range are adjacent.
     *
     * @param ties numbers of ticks in the values' ranges
     * @param tiesBeyond numbers of those ticks that count as late
     * @return each at the index of the first value of its range
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

    /** Moves to the next late tick. Late tick k is tick k x ties / tiesBeyond, rounded up; sums replace the division. */
    private void advance(int i) {
        next[i] += step[i];
        carry[i] += rest[i];
        if (carry[i] >= tiesBeyond[i]) {
            carry[i] -= tiesBeyond[i];
            next[i]++;
        }
    }

    /** Holds a tick of the range. */
    void hold() {
        held++;
    }

    /** Returns whether no tick is held. */
    boolean empty() {
        return held == 0;
    }

    /** Returns the number of values that share the range. */
    int values() {
        return next.length;
    }

    /** Returns the number of held ticks that are late beyond a value. Call it once per value before {@link #release}. */
    int late(int value) {
        int late = 0;
        while (next[value] <= before + held) {
            advance(value);
            late++;
        }
        return late;
    }

    /** Releases the held ticks after all values were resolved. */
    void release() {
        before += held;
        held = 0;
    }
}
