package org.ticktoquote.analysis.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Counts {@link Episodes} beyond several values, and the time for which a tick would have been late.
 *
 * <p>Takes ticks in the order sent. Ties are broken evenly over the run: of the ticks equal to a value, the requested number
 * counts as late. Not thread-safe.
 */
public final class ExceedanceCounter {
    private final long[] values;
    /** Tie breaks at the index of the first of equal values. */
    private final @Nullable TieBreaks[] breaks;

    private final Episodes episodes;
    private final long[] timeLowNs;
    private final long[] timeHighNs;
    private final long[] coveredLowNs;
    private final long[] coveredHighNs;
    private long previousNs = Long.MIN_VALUE;
    private boolean previousLost;

    /**
     * @param values thresholds in ascending order
     * @param ties numbers of ticks equal to each value
     * @param tiesBeyond numbers of those ticks that count as late
     */
    ExceedanceCounter(long[] values, long[] ties, long[] tiesBeyond) {
        int levels = values.length;
        this.values = values.clone();
        this.breaks = TieBreaks.ofRanges(values, ties, tiesBeyond);
        this.episodes = new Episodes(levels);
        this.timeLowNs = new long[levels];
        this.timeHighNs = new long[levels];
        this.coveredLowNs = new long[levels];
        this.coveredHighNs = new long[levels];
        Arrays.fill(coveredLowNs, Long.MIN_VALUE);
        Arrays.fill(coveredHighNs, Long.MIN_VALUE);
    }

    /** Creates a counter of ticks strictly beyond values, which must ascend. */
    public static ExceedanceCounter beyond(long... values) {
        return new ExceedanceCounter(values, new long[values.length], new long[values.length]);
    }

    /** Adds the next tick: its intended time and its value. */
    public void tick(long intendedNs, long valueNs) {
        if (previousNs == Long.MIN_VALUE) {
            previousNs = intendedNs;
        }
        episodes.next();
        if (previousLost) {
            unanswered(intendedNs);
        }
        int i = 0;
        while (i < values.length && values[i] < valueNs) {
            late(i++, intendedNs, valueNs);
        }
        if (i < values.length && values[i] == valueNs) {
            tie(i, intendedNs, valueNs);
        }
        previousNs = intendedNs;
        previousLost = valueNs == TickSeries.LOST;
    }

    /** Breaks ties of this tick, which equals the value at an index and its duplicates. */
    private void tie(int first, long intendedNs, long valueNs) {
        TieBreaks range = Objects.requireNonNull(breaks[first]);
        range.hold();
        for (int value = 0; value < range.values(); value++) {
            if (range.late(value) > 0) {
                late(first + value, intendedNs, valueNs);
            }
        }
        range.release();
    }

    /** Extends the upper bound for a lost tick, whose response is unknown, until the next tick. */
    private void unanswered(long untilNs) {
        for (int i = 0; i < timeLowNs.length; i++) {
            if (episodes.follows(i)) {
                high(i, previousNs, untilNs);
            }
        }
    }

    private void late(int i, long intendedNs, long valueNs) {
        boolean afterGood = !episodes.follows(i);
        episodes.late(i, intendedNs);
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

    /** Returns the levels by value; no tick can be added afterwards. */
    public List<Exceedance> counted() {
        List<Exceedance> counted = new ArrayList<>();
        for (int i = 0; i < timeLowNs.length; i++) {
            counted.add(episodes.counted(i, values[i], timeLowNs[i], timeHighNs[i]));
        }
        return counted;
    }
}
