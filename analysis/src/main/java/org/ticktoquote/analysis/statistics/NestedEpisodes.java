package org.ticktoquote.analysis.statistics;

import java.util.ArrayList;
import java.util.List;

/**
 * Counts late ticks and the episodes that they form beyond several values at once, in constant work a tick however many of
 * the values it exceeds: a tick that is late beyond one value is late beyond all lower ones.
 *
 * <p>Takes the ticks in the order sent. Ticks in the range of a value count as late there as often as is asked for, evenly over
 * the run: so ties are broken. For what lies beyond the ranges only the highest value that a tick exceeds is taken down, and a
 * stack of the newest ticks that reach as high as no newer one tells when each value was exceeded last. Not thread-safe.
 */
final class NestedEpisodes {
    private final long[] from;
    private final long[] values;
    private final long[] ties;
    private final long[] tiesBeyond;
    /** How many ticks came in the range that begins at a place. */
    private final long[] inRange;
    /** Which tick in the range of each value, from 1, is the next one that counts as late there; the end of time without any. */
    private final long[] nextTie;
    /** By how many ticks they are apart, rounded down, and how much of one tick, in parts of those that count, is left over. */
    private final long[] tieStep;

    private final long[] tieRest;
    private final long[] tieCarry;
    /** The soonest of them from a place to the last value of that range. */
    private final long[] soonestTie;
    /** How many ticks exceed each value and none that is higher. */
    private final long[] highest;
    /** Ticks in the range of each value that count as late there alone, the newest of them and its time. */
    private final long[] tied;

    private final long[] tiedTick;
    private final long[] tiedNs;
    /** How many ticks were late before the current episode began. */
    private final long[] before;

    private final long[] episodes;
    private final long[] squares;
    private final long[] largest;
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
        this.values = values.clone();
        this.ties = ties.clone();
        this.tiesBeyond = tiesBeyond.clone();
        this.inRange = new long[count];
        this.nextTie = new long[count];
        this.tieStep = new long[count];
        this.tieRest = new long[count];
        this.tieCarry = new long[count];
        this.soonestTie = new long[count];
        this.highest = new long[count];
        this.tied = new long[count];
        this.tiedTick = new long[count];
        this.tiedNs = new long[count];
        this.before = new long[count];
        this.episodes = new long[count];
        this.squares = new long[count];
        this.largest = new long[count];
        this.stackValue = new int[count];
        this.stackTick = new long[count];
        this.stackNs = new long[count];
        for (int i = count - 1; i >= 0; i--) {
            firstTie(i);
            soonestTie[i] = soonestTie(i);
        }
    }

    /** The next tick. */
    void tick(long intendedNs, long valueNs) {
        tick++;
        int above = 0;
        while (above < values.length && values[above] < valueNs) {
            above++;
        }
        if (above > 0) {
            late(above - 1, intendedNs);
        }
        if (above < from.length && from[above] <= valueNs) {
            tie(above, intendedNs);
        }
    }

    /** This tick is in the range that begins at a place: only values of which a tie is due are looked at. */
    private void tie(int first, long intendedNs) {
        long now = ++inRange[first];
        int i = first;
        for (; i < from.length && from[i] == from[first] && soonestTie[i] <= now; i++) {
            if (nextTie[i] == now) {
                lateAlone(i, intendedNs);
                nextTie(i);
            }
        }
        while (--i >= first) {
            soonestTie[i] = soonestTie(i);
        }
    }

    /** Those that count stand evenly over all of them: the one of a number k is the tick k x ties / tiesBeyond, rounded up. */
    private void firstTie(int i) {
        if (tiesBeyond[i] == 0) {
            nextTie[i] = Long.MAX_VALUE;
            return;
        }
        tieStep[i] = ties[i] / tiesBeyond[i];
        tieRest[i] = ties[i] % tiesBeyond[i];
        tieCarry[i] = tiesBeyond[i] - 1;
        nextTie(i);
    }

    /** A sum in place of a division: nearly every tick of a range asks. */
    private void nextTie(int i) {
        nextTie[i] += tieStep[i];
        tieCarry[i] += tieRest[i];
        if (tieCarry[i] >= tiesBeyond[i]) {
            tieCarry[i] -= tiesBeyond[i];
            nextTie[i]++;
        }
    }

    private long soonestTie(int i) {
        boolean last = i + 1 == from.length || from[i + 1] != from[i];
        return last ? nextTie[i] : Math.min(nextTie[i], soonestTie[i + 1]);
    }

    /** This tick is late beyond the values up to a place: where the last late one is too far back an episode begins. */
    private void late(int upTo, long intendedNs) {
        int next = 0;
        while (next <= upTo && depth > 0 && near(stackTick[depth - 1], stackNs[depth - 1], intendedNs)) {
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
        highest[upTo]++;
    }

    private boolean near(long lastTick, long lastNs, long intendedNs) {
        return EpisodeRule.together(tick - lastTick - 1, intendedNs - lastNs);
    }

    private boolean nearTie(int i, long intendedNs) {
        return tied[i] > 0 && near(tiedTick[i], tiedNs[i], intendedNs);
    }

    private void begin(int first, int last, long intendedNs) {
        long late = 0;
        for (int i = highest.length - 1; i >= first; i--) {
            late += highest[i];
            if (i <= last && !nearTie(i, intendedNs)) {
                begin(i, late + tied[i]);
            }
        }
    }

    private void begin(int i, long late) {
        close(i, late);
        before[i] = late;
        episodes[i]++;
    }

    private void close(int i, long late) {
        long size = late - before[i];
        squares[i] += size * size;
        largest[i] = Math.max(largest[i], size);
    }

    private void lateAlone(int i, long intendedNs) {
        if (!nearTie(i, intendedNs) && !nearBeyond(i, intendedNs)) {
            begin(i, late(i));
        }
        tied[i]++;
        tiedTick[i] = tick;
        tiedNs[i] = intendedNs;
    }

    private boolean nearBeyond(int i, long intendedNs) {
        int at = depth - 1;
        while (at >= 0 && stackValue[at] < i) {
            at--;
        }
        return at >= 0 && near(stackTick[at], stackNs[at], intendedNs);
    }

    private long late(int place) {
        long late = tied[place];
        for (int i = place; i < highest.length; i++) {
            late += highest[i];
        }
        return late;
    }

    /** What was counted, value by value, without times; nothing may be taken afterwards. */
    List<Level> counted() {
        List<Level> counted = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            long late = late(i);
            close(i, late);
            before[i] = late;
            counted.add(new Level(values[i], late, episodes[i], squares[i], largest[i], 0, 0));
        }
        return counted;
    }
}
