package org.ticktoquote.host.clocks;

import org.jspecify.annotations.Nullable;

/**
 * The same readings under one condition of the CPU.
 *
 * @param condition what happened before each sample
 * @param figures null where the condition could not be had
 * @param missing why not; empty where it could
 */
record IdleRow(String condition, @Nullable Figures figures, String missing) {
    static IdleRow of(String condition, Figures figures) {
        return new IdleRow(condition, figures, "");
    }

    static IdleRow missing(String condition, String reason) {
        return new IdleRow(condition, null, reason);
    }

    /**
     * What was measured, in nanoseconds.
     *
     * @param lateNs how much later than asked for the thread ran again
     * @param stepNs between two consecutive readings, the first thing it did
     * @param perCallNs of a block of 100 readings right after
     */
    record Figures(Series lateNs, Series stepNs, Series perCallNs) {}
}
