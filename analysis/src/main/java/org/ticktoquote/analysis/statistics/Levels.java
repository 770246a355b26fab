package org.ticktoquote.analysis.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Counts late ticks and their episodes beyond several values at once.
 *
 * <p>Takes the ticks in the order sent. Ticks that have a value itself count as late as often as is asked for, evenly over
 * the run: so ties are broken. Not thread-safe.
 */
final class Levels implements TickSeries.Visitor {
    static final int GOOD_TICKS_WITHIN = 3;
    static final long GAP_WITHIN_NS = 100_000_000L;

    private final long[] values;
    private final long[] ties;
    private final long[] tiesBeyond;
    private final long[] tieShare;
    private final long[] late;
    private final long[] episodes;
    private final long[] squares;
    private final long[] largest;
    private final long[] size;
    private final long[] lastTick;
    private final long[] lastNs;
    private final long[] timeLowNs;
    private final long[] timeHighNs;
    private final long[] coveredLowNs;
    private final long[] coveredHighNs;
    private long tick;
    private long previousNs;
    private boolean previousLost;

    /**
     * Beyond values in rising order.
     *
     * @param ties for each value how many ticks have it
     * @param tiesBeyond how many of them count as late
     */
    Levels(long[] values, long[] ties, long[] tiesBeyond) {
        int levels = values.length;
        this.values = values.clone();
        this.ties = ties.clone();
        this.tiesBeyond = tiesBeyond.clone();
        this.tieShare = new long[levels];
        this.late = new long[levels];
        this.episodes = new long[levels];
        this.squares = new long[levels];
        this.largest = new long[levels];
        this.size = new long[levels];
        this.lastTick = new long[levels];
        this.lastNs = new long[levels];
        this.timeLowNs = new long[levels];
        this.timeHighNs = new long[levels];
        this.coveredLowNs = new long[levels];
        this.coveredHighNs = new long[levels];
        Arrays.fill(lastTick, Long.MIN_VALUE / 2);
        Arrays.fill(coveredLowNs, Long.MIN_VALUE);
        Arrays.fill(coveredHighNs, Long.MIN_VALUE);
    }

    /** Beyond values in rising order, without those that have them. */
    static Levels beyond(long... values) {
        return new Levels(values, new long[values.length], new long[values.length]);
    }

    @Override
    public void tick(long intendedNs, long valueNs) {
        if (tick == 0) {
            previousNs = intendedNs;
        }
        tick++;
        if (previousLost) {
            unanswered(intendedNs);
        }
        for (int i = 0; i < values.length && values[i] <= valueNs; i++) {
            if (values[i] < valueNs || tied(i)) {
                late(i, intendedNs, valueNs);
            }
        }
        previousNs = intendedNs;
        previousLost = valueNs == TickSeries.LOST;
    }

    /** How long a lost tick would have taken is not known: until the next tick at most. */
    private void unanswered(long untilNs) {
        for (int i = 0; i < values.length; i++) {
            if (lastTick[i] == tick - 1) {
                high(i, previousNs, untilNs);
            }
        }
    }

    private boolean tied(int i) {
        tieShare[i] += tiesBeyond[i];
        if (ties[i] == 0 || tieShare[i] < ties[i]) {
            return false;
        }
        tieShare[i] -= ties[i];
        return true;
    }

    private void late(int i, long intendedNs, long valueNs) {
        late[i]++;
        boolean afterGood = lastTick[i] != tick - 1;
        boolean further = tick - lastTick[i] - 1 > GOOD_TICKS_WITHIN && intendedNs - lastNs[i] > GAP_WITHIN_NS;
        if (episodes[i] == 0 || further) {
            close(i);
            episodes[i]++;
        }
        size[i]++;
        lastTick[i] = tick;
        lastNs[i] = intendedNs;
        long untilNs = valueNs == TickSeries.LOST ? intendedNs : intendedNs + valueNs - values[i];
        long fromNs = Math.max(intendedNs, coveredLowNs[i]);
        timeLowNs[i] += Math.max(0, untilNs - fromNs);
        coveredLowNs[i] = Math.max(coveredLowNs[i], untilNs);
        high(i, afterGood ? previousNs : intendedNs, untilNs);
    }

    private void high(int i, long fromNs, long untilNs) {
        timeHighNs[i] += Math.max(0, untilNs - Math.max(fromNs, coveredHighNs[i]));
        coveredHighNs[i] = Math.max(coveredHighNs[i], untilNs);
    }

    private void close(int i) {
        squares[i] += size[i] * size[i];
        largest[i] = Math.max(largest[i], size[i]);
        size[i] = 0;
    }

    /** What was counted, value by value; nothing may be taken afterwards. */
    List<Level> counted() {
        List<Level> counted = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            close(i);
            counted.add(
                    new Level(values[i], late[i], episodes[i], squares[i], largest[i], timeLowNs[i], timeHighNs[i]));
        }
        return counted;
    }
}
