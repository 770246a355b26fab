package org.ticktoquote.analysis.slo;

/**
 * Over what a level is judged: every window of a length, or the measured part as a whole.
 *
 * @param unit of the length
 * @param length nanoseconds or ticks, above 0; 0 of the measured part as a whole
 */
record LevelWindow(Unit unit, long length) {
    /** The measured part as a whole. */
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

    /** As it stands in a level, with a space before it; empty of the measured part as a whole. */
    String text() {
        return switch (unit) {
            case WHOLE -> "";
            case TIME -> " in any " + LevelText.duration(length);
            case TICKS -> " in any " + length + " ticks";
        };
    }
}
