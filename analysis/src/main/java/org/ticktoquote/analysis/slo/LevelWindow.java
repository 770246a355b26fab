package org.ticktoquote.analysis.slo;

/**
 * Scope of a level: every window of a length of time or of a number of ticks, or the whole measured part.
 *
 * @param lengthNs length of a window in time; 0 for windows of ticks and the whole measured part
 * @param ticks length of a window in ticks; 0 for windows of time and the whole measured part
 */
record LevelWindow(long lengthNs, long ticks) {
    /** The whole measured part. */
    static final LevelWindow WHOLE = new LevelWindow(0, 0);

    /** Returns the text within a level, with a leading space; empty for the whole measured part. */
    String text() {
        if (lengthNs > 0) {
            return " in any " + LevelText.duration(lengthNs);
        }
        return ticks > 0 ? " in any " + ticks + " ticks" : "";
    }
}
