package org.ticktoquote.analysis.statistics;

import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * The exact values at several ranks of a series, with memory that does not grow with it.
 *
 * <p>A radix selection: each of six passes over the series settles the next 11 bits of every value that is looked for. With
 * 64 ranks that takes 1 MB.
 */
final class RankedValues {
    private static final int BITS = 11;
    private static final int DIGITS = 1 << BITS;
    private static final int HIGHEST_SHIFT = 55;

    /** For each rank: what is settled of its value, and its rank among the values that share it. */
    private final long[] settled;

    private final long[] left;
    private final long[] tied;

    private RankedValues(long[] ranks) {
        this.settled = new long[ranks.length];
        this.left = ranks.clone();
        this.tied = new long[ranks.length];
    }

    /** At ranks from 1 to the number of ticks. */
    static RankedValues of(TickSeries series, long... ranks) {
        RankedValues values = new RankedValues(ranks);
        for (int shift = HIGHEST_SHIFT; shift >= 0; shift -= BITS) {
            values.settle(series, shift);
        }
        return values;
    }

    private void settle(TickSeries series, int shift) {
        long[] prefixes = LongStream.of(settled).sorted().distinct().toArray();
        long[][] counts = new long[prefixes.length][DIGITS];
        int above = shift + BITS;
        series.each((intendedNs, valueNs) -> {
            // Of a value of 63 bits nothing is above the first digit.
            int place = above > HIGHEST_SHIFT ? 0 : Arrays.binarySearch(prefixes, valueNs >>> above << above);
            if (place >= 0) {
                counts[place][(int) (valueNs >>> shift) & (DIGITS - 1)]++;
            }
        });
        for (int i = 0; i < settled.length; i++) {
            long[] found = counts[Arrays.binarySearch(prefixes, settled[i])];
            int digit = 0;
            while (left[i] > found[digit]) {
                left[i] -= found[digit++];
            }
            settled[i] |= (long) digit << shift;
            tied[i] = found[digit];
        }
    }

    /** The value at the rank of that place; {@link TickSeries#LOST} where the rank falls among the lost. */
    long value(int place) {
        return settled[place];
    }

    /** How many ticks have that value. */
    long ties(int place) {
        return tied[place];
    }

    /** How many of these are beyond the rank. */
    long tiesBeyond(int place) {
        return tied[place] - left[place];
    }
}
