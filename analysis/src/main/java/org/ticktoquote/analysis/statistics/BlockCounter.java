package org.ticktoquote.analysis.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Counts ticks beyond several values in blocks of time of several lengths ({@link LateBlocks}). A tick increments one
 * counter, after a linear search for the highest value that it exceeds. Counts of lower values are added up when a block
 * closes.
 *
 * <p>Takes ticks in the order sent. Ties are broken evenly over the run: of the ticks in the range of a value, the requested
 * number counts as late. Memory does not grow with the series. Not thread-safe.
 */
final class BlockCounter {
    private static final long MS = 1_000_000;
    /** Ascending; blocks of each length are composed of shorter blocks. */
    private static final long[] LENGTHS_NS = LongStream.of(
                    10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000)
            .map(ms -> ms * MS)
            .toArray();

    private static final int LENGTHS = LENGTHS_NS.length;
    /** Indices of the longer lengths composed of each length's blocks, such as 30 and 100 ms for 10 ms. -1 if none. */
    private static final int[] LONGER = {1, -1, 3, -1, 5, -1, 7, -1, 9, -1};

    private static final int[] LONGEST = {2, -1, 4, -1, 6, -1, 8, -1, -1, -1};
    /** Whether all longer lengths are multiples of this one. */
    private static final boolean[] WHOLE = {true, false, true, false, true, false, true, false, true, false};

    private static final int SECOND = 4;

    private final int levels;
    private final long[] from;
    private final long[] values;
    private final long lowest;
    /** Tie breaks at the index of the first value of each range. */
    private final @Nullable TieBreaks[] breaks;
    /** First values of ranges with ticks to be counted at the end of the block. */
    private final int[] waiting;

    private int waitingRanges;

    /** Current block of each length: late ticks by level, ticks, and the number of levels exceeded. */
    private final int[][] late;

    private final int[] ticks = new int[LENGTHS];
    private final int[] exceeded = new int[LENGTHS];
    private final long[] endNs = new long[LENGTHS];

    private final long[] blocks = new long[LENGTHS];
    private final long[] tickSquares = new long[LENGTHS];
    private final long[][] squares;
    private final long[][] products;
    private final long[] largest;
    private boolean started;

    /**
     * Creates a counter of ticks beyond the upper ends of ranges.
     *
     * @param from lower ends of the values' ranges; every tick in a range counts as equal to the value
     * @param values upper ends of the ranges, ascending
     * @param ties numbers of ticks in the values' ranges
     * @param tiesBeyond numbers of those ticks that count as late
     */
    BlockCounter(long[] from, long[] values, long[] ties, long[] tiesBeyond) {
        this.levels = values.length;
        this.from = from.clone();
        this.values = values.clone();
        this.lowest = levels == 0 ? Long.MAX_VALUE : from[0];
        this.breaks = TieBreaks.ofRanges(from, ties, tiesBeyond);
        this.waiting = new int[levels];
        this.late = new int[LENGTHS][levels];
        this.squares = new long[LENGTHS][levels];
        this.products = new long[LENGTHS][levels];
        this.largest = new long[levels];
    }

    void tick(long intendedNs, long valueNs) {
        if (intendedNs >= endNs[0] || !started) {
            begin(intendedNs);
        }
        ticks[0]++;
        if (valueNs < lowest) {
            return; // at least half of the ticks
        }
        int above = 0;
        while (above < levels && values[above] < valueNs) {
            above++;
        }
        if (above > 0) {
            late[0][above - 1]++; // and beyond all lower ones, which are added at the end of the block
            exceeded[0] = Math.max(exceeded[0], above);
        }
        if (above < levels && from[above] <= valueNs) {
            tie(above);
        }
    }

    /** Holds a tick until its block ends, for the tie break of the range that begins at an index. */
    private void tie(int first) {
        TieBreaks range = Objects.requireNonNull(breaks[first]);
        if (range.empty()) {
            waiting[waitingRanges++] = first;
        }
        range.hold();
    }

    private void begin(long intendedNs) {
        if (!started) {
            started = true;
            Arrays.setAll(endNs, length -> intendedNs + LENGTHS_NS[length]);
            return;
        }
        for (int length = 0; length < LENGTHS; length++) {
            if (intendedNs >= endNs[length]) {
                close(length);
                long behind = intendedNs - endNs[length];
                long more = behind < LENGTHS_NS[length] ? 1 : behind / LENGTHS_NS[length] + 1;
                endNs[length] += more * LENGTHS_NS[length];
            } else if (WHOLE[length]) {
                return; // all longer lengths are composed of this one
            }
        }
    }

    private void close(int length) {
        if (length == 0) {
            addUp();
        }
        long n = ticks[length];
        if (n > 0) {
            blocks[length]++;
            tickSquares[length] += n * n;
            add(length, n);
            addTo(LONGER[length], length);
            addTo(LONGEST[length], length);
            clear(length);
            ticks[length] = 0;
            exceeded[length] = 0;
        }
    }

    private void clear(int length) {
        int[] counts = late[length];
        for (int i = 0; i < exceeded[length]; i++) {
            counts[i] = 0;
        }
    }

    /** Adds ticks beyond a value to all lower values, then the ticks within each range. */
    private void addUp() {
        int[] counts = late[0];
        for (int i = exceeded[0] - 2; i >= 0; i--) {
            counts[i] += counts[i + 1];
        }
        while (waitingRanges > 0) {
            int first = waiting[--waitingRanges];
            TieBreaks range = Objects.requireNonNull(breaks[first]);
            for (int value = 0; value < range.values(); value++) {
                int more = range.late(value);
                counts[first + value] += more;
                exceeded[0] = more > 0 ? Math.max(exceeded[0], first + value + 1) : exceeded[0];
            }
            range.release();
        }
    }

    private void add(int length, long n) {
        int[] counts = late[length];
        long[] ofSquares = squares[length];
        long[] ofProducts = products[length];
        for (int i = 0; i < exceeded[length]; i++) {
            long c = counts[i];
            ofSquares[i] += c * c;
            ofProducts[i] += c * n;
        }
        if (length == SECOND) {
            for (int i = 0; i < exceeded[length]; i++) {
                largest[i] = Math.max(largest[i], counts[i]);
            }
        }
    }

    private void addTo(int longer, int length) {
        if (longer < 0) {
            return;
        }
        int[] counts = late[length];
        int[] sums = late[longer];
        for (int i = 0; i < exceeded[length]; i++) {
            sums[i] += counts[i];
        }
        ticks[longer] += ticks[length];
        exceeded[longer] = Math.max(exceeded[longer], exceeded[length]);
    }

    /** Returns the counts; no tick can be added afterwards. */
    LateBlocks counted() {
        for (int length = 0; length < LENGTHS; length++) {
            close(length);
        }
        List<LateBlocks.Length> lengths = new ArrayList<>();
        for (int i = 0; i < LENGTHS; i++) {
            if (blocks[i] > 1) {
                lengths.add(new LateBlocks.Length(
                        LENGTHS_NS[i], blocks[i], tickSquares[i], list(squares[i]), list(products[i])));
            }
        }
        return new LateBlocks(list(largest), lengths);
    }

    private static List<Long> list(long... numbers) {
        return LongStream.of(numbers).boxed().toList();
    }
}
