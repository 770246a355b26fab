package org.ticktoquote.analysis.slo;

/**
 * Scope of a level: every window of a length, or the whole measured part.
 *
 * @param unit unit for the length
 * @param length nanoseconds or ticks, above 0; 0 for the whole measured part
 */
record LevelWindow(Unit unit, long length) {
    /** The whole measured part. */
    static final LevelWindow WHOLE = new LevelWindow(Unit.WHOLE, 0);

    enum Unit {
        WHOLE,
        TIME,
        TICKS
    }

    static LevelWindow ofTime(long ns) {
        return new LevelWindow(Unit.TIME, ns);
    }

    static LevelWindow ofTicks(long ticks) {
        return new LevelWindow(Unit.TICKS, ticks);
    }

    /** Returns the text within a level, with a leading space; empty for the whole measured part. */
    String text() {
        return switch (unit) {
            case WHOLE -> "";
            case TIME -> " in any " + LevelText.duration(length);
            case TICKS -> " in any " + length + " ticks";
        };
    }
}
