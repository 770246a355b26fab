package org.ticktoquote.analysis.statistics;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Exact values at several ranks of a series, in constant memory.
 *
 * <p>A histogram locates the bucket of each rank. Each pass over the series then determines the next 11 bits of every value:
 * one pass suffices up to 4 ms, two up to 8 s. 64 ranks take 1 MB.
 */
final class RankedValues {
    private static final int BITS = 11;

    /** By rank: the lowest possible value, the number of undetermined bits, and the remaining rank from that value on. */
    private final long[] settled;

    private final int[] open;
    private final long[] left;
    private final long[] tied;

    private RankedValues(long[] ranks) {
        this.settled = new long[ranks.length];
        this.open = new int[ranks.length];
        this.left = ranks.clone();
        this.tied = new long[ranks.length];
    }

    /**
     * Finds the values at ranks from 1 to the number of ticks.
     *
     * @param histogram distribution of all values of the series that are not lost
     * @param lost number of lost ticks
     */
    static RankedValues of(TickSeries series, Histogram histogram, long lost, long... ranks) {
        RankedValues values = new RankedValues(ranks);
        values.start(histogram, lost);
        while (Arrays.stream(values.open).anyMatch(bits -> bits > 0)) {
            values.settle(series);
        }
        return values;
    }

    /** Locates all buckets in one pass over the histogram, which is mostly empty. */
    private void start(Histogram histogram, long lost) {
        int[] rising = IntStream.range(0, left.length)
                .boxed()
                .sorted(Comparator.comparingLong(i -> left[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        int next = 0;
        long below = 0;
        for (HistogramIterationValue bucket : histogram.recordedValues()) {
            long count = bucket.getCountAtValueIteratedTo();
            for (; next < rising.length && left[rising[next]] <= below + count; next++) {
                long lowest = histogram.lowestEquivalentValue(bucket.getValueIteratedTo());
                int bits = Long.numberOfTrailingZeros(histogram.sizeOfEquivalentValueRange(lowest));
                start(rising[next], lowest, bits, below, count);
            }
            below += count;
        }
        for (; next < rising.length; next++) {
            start(rising[next], TickSeries.LOST, 0, below, lost);
        }
    }

    private void start(int i, long lowest, int bits, long below, long count) {
        settled[i] = lowest;
        open[i] = bits;
        left[i] -= below;
        tied[i] = count;
    }

    private void settle(TickSeries series) {
        long[] prefixes = LongStream.of(settled).sorted().distinct().toArray();
        int[] above = new int[prefixes.length];
        for (int i = 0; i < settled.length; i++) {
            above[Arrays.binarySearch(prefixes, settled[i])] = open[i];
        }
        long[][] counts = new long[prefixes.length][];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = new long[1 << Math.min(BITS, above[i])];
        }
        series.each((intendedNs, valueNs) -> {
            int place = lastUpTo(valueNs, prefixes);
            if (place >= 0 && valueNs >>> above[place] == prefixes[place] >>> above[place]) {
                counts[place][digit(valueNs, above[place])]++;
            }
        });
        for (int i = 0; i < settled.length; i++) {
            if (open[i] > 0) {
                settle(i, counts[Arrays.binarySearch(prefixes, settled[i])]);
            }
        }
    }

    /**
     * Returns the index of the last prefix up to a value, or -1. Searches upwards, because few values exceed many prefixes.
     */
    private static int lastUpTo(long valueNs, long[] prefixes) {
        int place = 0;
        while (place < prefixes.length && prefixes[place] <= valueNs) {
            place++;
        }
        return place - 1;
    }

    private void settle(int i, long[] found) {
        int digit = 0;
        while (left[i] > found[digit]) {
            left[i] -= found[digit++];
        }
        tied[i] = found[digit];
        open[i] = Math.max(0, open[i] - BITS);
        settled[i] |= (long) digit << open[i];
    }

    /** Returns the next undetermined bits. */
    private static int digit(long valueNs, int open) {
        int bits = Math.min(BITS, open);
        return (int) (valueNs >>> open - bits) & (1 << bits) - 1;
    }

    /** Returns the value of the rank at an index; {@link TickSeries#LOST} if it falls among the lost ticks. */
    long value(int place) {
        return settled[place];
    }

    /** Returns the number of ticks with the value of a rank. */
    long ties(int place) {
        return tied[place];
    }

    /** Returns the number of ticks with the value of a rank that are beyond the rank. */
    long tiesBeyond(int place) {
        return tied[place] - left[place];
    }
}
