package org.ticktoquote.analysis.summary;

import org.jspecify.annotations.Nullable;

/**
 * What a service level comes to under one attribution of snapshots to ticks.
 *
 * @param windows positions of a window: of time one for each nanosecond at which it can begin, of ticks one for each of them;
 *     1 where the measured part is judged as a whole; of sessions so many
 * @param broken of them where too many values are late
 * @param undecided of them with fewer values than the level needs to be told
 * @param first broken one; null where none is
 * @param worst of those that decide, by its share of late values, the first of equals; null where none decides
 */
public record LevelFigures(
        long windows,
        long broken,
        long undecided,
        @Nullable LevelWindowFigure first,
        @Nullable LevelWindowFigure worst) {
    /** Of no window at all. */
    public static final LevelFigures NONE = new LevelFigures(0, 0, 0, null, null);

    /** Share of the windows that are broken, 0..1. */
    public double brokenShare() {
        return windows == 0 ? 0 : (double) broken / windows;
    }
}
