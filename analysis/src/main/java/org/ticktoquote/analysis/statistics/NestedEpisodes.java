package org.ticktoquote.analysis.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Counts late ticks and the episodes that they form beyond several values at once, in constant work a tick however many of
 * the values it exceeds: a tick that is late beyond one value is late beyond all lower ones.
 *
 * <p>Takes the ticks in the order sent. Ticks in the range of a value count as late there as often as is asked for, evenly over
 * the run: so ties are broken. For what lies beyond the ranges only the highest value that a tick exceeds is taken down, and a
 * stack of the newest ticks that reach as high as no newer one tells when each value was exceeded last. Ticks in a range wait
 * until one is late, or there are many. What is counted beyond one value lies side by side. Not thread-safe.
 */
final class NestedEpisodes {
    /** How many ticks exceed the value and none that is higher. */
    private static final int HIGHEST = 0;
    /** Ticks in the range of the value that count as late there alone, the newest of them and its time. */
    private static final int TIED = 1;

    private static final int TIED_TICK = 2;
    private static final int TIED_NS = 3;
    /** How many ticks were late before the current episode began. */
    private static final int BEFORE = 4;

    private static final int EPISODES = 5;
    private static final int SQUARES = 6;
    private static final int LARGEST = 7;
    private static final int COUNTS = 8;
    /** So long ago that nothing is near it. */
    private static final long NEVER = Long.MIN_VALUE / 2;

    private final long[] from;
    private final long lowest;
    private final long[] values;
    private final long[] counts;
    /** At the place of the first value of each range. */
    private final @Nullable TieBreaks[] breaks;
    /** The first values of the ranges of which ticks wait. */
    private final int[] waiting;

    private int waitingRanges;
    /** From the bottom: values fall, ticks rise. */
    private final int[] stackValue;

    private final long[] stackTick;
    private final long[] stackNs;
    private int depth;
    private long tick;

    /**
     * Beyond the values at the upper ends of ranges, in rising order.
     *
     * @param from for each value the lower end of its range: all of it counts as the value
     * @param ties for each value how many ticks have it
     * @param tiesBeyond how many of them count as late
     */
    NestedEpisodes(long[] from, long[] values, long[] ties, long[] tiesBeyond) {
        int count = values.length;
        this.from = from.clone();
        this.lowest = count == 0 ? Long.MAX_VALUE : from[0];
        this.values = values.clone();
        this.counts = new long[count * COUNTS];
        this.breaks = TieBreaks.ofRanges(from, ties, tiesBeyond);
        this.waiting = new int[count];
        this.stackValue = new int[count];
        this.stackTick = new long[count];
        this.stackNs = new long[count];
        for (int i = 0; i < count; i++) {
            counts[i * COUNTS + TIED_TICK] = NEVER;
            counts[i * COUNTS + TIED_NS] = NEVER;
        }
    }

    /** The next tick. */
    void tick(long intendedNs, long valueNs) {
        tick++;
        if (valueNs < lowest) {
            return; // the half of them, at least
        }
        int above = 0;
        while (above < values.length && values[above] < valueNs) {
            above++;
        }
        if (above > 0) {
            settle();
            late(above - 1, intendedNs);
        }
        if (above < from.length && from[above] <= valueNs) {
            tie(above, intendedNs);
        }
    }

    /** This tick is in the range that begins at a place. It waits for others: nothing but a late one needs to know of it. */
    private void tie(int first, long intendedNs) {
        TieBreaks range = Objects.requireNonNull(breaks[first]);
        if (range.empty()) {
            waiting[waitingRanges++] = first;
        }
        range.hold(tick, intendedNs);
        if (range.full()) {
            settle();
        }
    }

    /** Takes the ticks that wait. */
    private void settle() {
        while (waitingRanges > 0) {
            int first = waiting[--waitingRanges];
            settle(first, Objects.requireNonNull(breaks[first]));
        }
    }

    private void settle(int first, TieBreaks range) {
        for (int value = 0; value < range.values(); value++) {
            for (int place = range.nextLate(value); place >= 0; place = range.nextLate(value)) {
                lateAlone(first + value, range.tick(place), range.intendedNs(place));
            }
        }
        range.release();
    }

    /** This tick is late beyond the values up to a place: where the last late one is too far back an episode begins. */
    private void late(int upTo, long intendedNs) {
        int next = 0;
        while (next <= upTo && depth > 0 && near(depth - 1, tick, intendedNs)) {
            int reach = stackValue[depth - 1];
            next = reach + 1;
            depth -= reach <= upTo ? 1 : 0;
        }
        while (depth > 0 && stackValue[depth - 1] <= upTo) {
            depth--;
        }
        if (next <= upTo) {
            begin(next, upTo, intendedNs);
        }
        stackValue[depth] = upTo;
        stackTick[depth] = tick;
        stackNs[depth] = intendedNs;
        depth++;
        counts[upTo * COUNTS + HIGHEST]++;
    }

    /** Whether a tick is near the one at a place of the stack. */
    private boolean near(int at, long tickAfter, long intendedNs) {
        return EpisodeRule.together(tickAfter - stackTick[at] - 1, intendedNs - stackNs[at]);
    }

    private boolean nearTie(int i, long tickAfter, long intendedNs) {
        int at = i * COUNTS;
        return EpisodeRule.together(tickAfter - counts[at + TIED_TICK] - 1, intendedNs - counts[at + TIED_NS]);
    }

    private void begin(int first, int last, long intendedNs) {
        long late = 0;
        for (int i = values.length - 1; i >= first; i--) {
            late += counts[i * COUNTS + HIGHEST];
            if (i <= last && !nearTie(i, tick, intendedNs)) {
                begin(i, late + counts[i * COUNTS + TIED]);
            }
        }
    }

    private void begin(int i, long late) {
        close(i, late);
        counts[i * COUNTS + EPISODES]++;
    }

    private void close(int i, long late) {
        int at = i * COUNTS;
        long size = late - counts[at + BEFORE];
        counts[at + BEFORE] = late;
        counts[at + SQUARES] += size * size;
        counts[at + LARGEST] = Math.max(counts[at + LARGEST], size);
    }

    private void lateAlone(int i, long lateTick, long intendedNs) {
        if (!nearTie(i, lateTick, intendedNs) && !nearBeyond(i, lateTick, intendedNs)) {
            begin(i, late(i));
        }
        int at = i * COUNTS;
        counts[at + TIED]++;
        counts[at + TIED_TICK] = lateTick;
        counts[at + TIED_NS] = intendedNs;
    }

    private boolean nearBeyond(int i, long lateTick, long intendedNs) {
        int at = depth - 1;
        while (at >= 0 && stackValue[at] < i) {
            at--;
        }
        return at >= 0 && near(at, lateTick, intendedNs);
    }

    private long late(int place) {
        long late = counts[place * COUNTS + TIED];
        for (int i = place; i < values.length; i++) {
            late += counts[i * COUNTS + HIGHEST];
        }
        return late;
    }

    /** What was counted, value by value, without times; nothing may be taken afterwards. */
    List<Level> counted() {
        settle();
        List<Level> counted = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            int at = i * COUNTS;
            long late = late(i);
            close(i, late);
            counted.add(new Level(
                    values[i], late, counts[at + EPISODES], counts[at + SQUARES], counts[at + LARGEST], 0, 0));
        }
        return counted;
    }
}
