package org.ticktoquote.replayer.replay;

import org.ticktoquote.replayer.recording.Recording;

/**
 * Span of a given length with the most ticks. It can start at any tick, so it is a sliding peak, not an aligned one.
 *
 * @param ticks of the span, which starts with {@code ticks.first()}
 * @param lengthNs in time of the recording, end excluded
 */
record DenseSpan(Window ticks, long lengthNs) {
    long count() {
        return ticks.count();
    }

    /** Returns the first of the densest spans of a window. One pass. */
    static DenseSpan find(Recording recording, Window window, long lengthNs) {
        Window densest = new Window(window.first(), window.first());
        long first = window.first();
        for (long index = window.first(); index < window.end(); index++) {
            while (recording.venueTimeNs(index) - recording.venueTimeNs(first) >= lengthNs) {
                first++;
            }
            if (index + 1 - first > densest.count()) {
                densest = new Window(first, index + 1);
            }
        }
        return new DenseSpan(densest, lengthNs);
    }
}
