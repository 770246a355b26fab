package org.ticktoquote.analysis.slo;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.summary.LevelFigures;
import org.ticktoquote.analysis.summary.LevelState;
import org.ticktoquote.analysis.summary.LevelWindowFigure;
import org.ticktoquote.core.command.CountText;

/** Counts the windows of a level in order, and keeps the first broken and the worst one. Not thread-safe. */
final class WindowTally {
    private static final int DIGIT_BITS = 16;
    private static final int FIRST_SHIFT = Long.SIZE - DIGIT_BITS;
    private static final int DIGIT = (1 << DIGIT_BITS) - 1;

    private final ServiceLevel level;
    private long windows;
    private long broken;
    private long undecided;
    private boolean lateUndecided;
    private @Nullable WindowCounts first;
    private @Nullable WindowCounts worst;

    /**
     * Window with its counts.
     *
     * @param fromNs start on the run's clock
     * @param toNs end on the run's clock
     * @param fromTick first tick
     * @param toTick last tick, exclusive
     * @param values number of values
     * @param late number of late values
     */
    record WindowCounts(long fromNs, long toNs, long fromTick, long toTick, long values, long late) {
        /** Compares the shares of late values. The product of two counts below 2^32 fits into an unsigned long. */
        private boolean worseThan(WindowCounts other) {
            return Long.compareUnsigned(late * other.values, other.late * values) > 0;
        }
    }

    WindowTally(ServiceLevel level) {
        this.level = level;
    }

    /** Adds a number of window positions with the same ticks; {@code seen} is the first position. */
    void add(WindowCounts seen, long positions) {
        windows += positions;
        if (!level.decides(seen.values())) {
            undecided += positions;
            lateUndecided |= seen.late() > 0;
            return;
        }
        if (seen.late() > level.allowed(seen.values())) {
            broken += positions;
            first = first == null ? seen : first;
        }
        if (worst == null || seen.worseThan(worst)) {
            worst = seen;
        }
    }

    /**
     * Returns the state over all windows: broken if any is; undecided if no window decides, or if windows with too few values
     * have late ones.
     */
    LevelState state() {
        if (broken > 0) {
            return LevelState.BROKEN;
        }
        return worst == null || lateUndecided ? LevelState.UNDECIDED : LevelState.MET;
    }

    /** Returns why the state is undecided; empty if it is decided. */
    String why() {
        if (state() != LevelState.UNDECIDED) {
            return "";
        }
        String few = level.figure() + " needs " + CountText.of(level.needed(), "value");
        return worst == null
                ? few + (windows == 1 ? ", the measured part has fewer" : ", no window has as many")
                : few + ", and windows with fewer have late values";
    }

    /**
     * Returns the figures, with the values of the first broken and the worst window; times are relative to {@code originNs}.
     */
    LevelFigures figures(LateValues values, long originNs) {
        @Nullable LevelWindowFigure worstFigure = figure(worst, values, originNs);
        @Nullable
        LevelWindowFigure firstFigure = Objects.equals(first, worst) ? worstFigure : figure(first, values, originNs);
        return new LevelFigures(windows, broken, undecided, firstFigure, worstFigure);
    }

    private @Nullable LevelWindowFigure figure(@Nullable WindowCounts seen, LateValues values, long originNs) {
        if (seen == null) {
            return null;
        }
        long rank = level.share().rank(seen.values());
        return new LevelWindowFigure(
                null,
                seen.fromNs() - originNs,
                seen.toNs() - originNs,
                seen.values(),
                seen.late(),
                ranked(values, seen.fromTick(), seen.toTick(), rank));
    }

    /**
     * Returns the exact value at a rank among ticks, or null if it is lost. Memory is bounded: four passes determine 16 bits
     * each.
     *
     * @param from first tick
     * @param to last tick, exclusive
     * @param rank position in ascending order, from 1 to the number of values
     */
    private static @Nullable Long ranked(LateValues values, long from, long to, long rank) {
        long[] counts = new long[1 << DIGIT_BITS];
        long prefix = 0;
        long left = rank;
        for (int shift = FIRST_SHIFT; shift >= 0; shift -= DIGIT_BITS) {
            count(values, from, to, prefix, shift, counts);
            int digit = 0;
            while (left > counts[digit]) {
                left -= counts[digit];
                digit++;
            }
            prefix |= (long) digit << shift;
        }
        return prefix == TickResults.LOST ? null : prefix;
    }

    /** Counts values by digit if their higher bits equal the prefix. */
    private static void count(LateValues values, long from, long to, long prefix, int shift, long[] counts) {
        Arrays.fill(counts, 0);
        long above = shift == FIRST_SHIFT ? 0 : -1L << (shift + DIGIT_BITS);
        for (long tick = from; tick < to; tick++) {
            values.each(tick, value -> {
                if ((value & above) == prefix) {
                    counts[(int) (value >>> shift) & DIGIT]++;
                }
            });
        }
    }
}
