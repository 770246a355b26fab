package org.ticktoquote.analysis.summary;

import org.jspecify.annotations.Nullable;

/**
 * Result of a service level under one attribution of snapshots to ticks.
 *
 * @param windows window positions: one per nanosecond at which a window can begin, or one per tick. 1 if the measured part is
 * judged as a whole; for a level on sessions, their number
 * @param broken windows with too many late values
 * @param undecided windows with fewer values than the level needs
 * @param first broken window; null if none
 * @param worst decided window with the largest share of late values, the first in a tie; null if none
 */
public record LevelFigures(
        long windows,
        long broken,
        long undecided,
        @Nullable LevelWindowFigure first,
        @Nullable LevelWindowFigure worst) {
    public static final LevelFigures NONE = new LevelFigures(0, 0, 0, null, null);

    /** Returns the share of broken windows, 0..1. */
    public double brokenShare() {
        return windows == 0 ? 0 : (double) broken / windows;
    }
}
