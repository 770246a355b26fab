package org.ticktoquote.replayer.replay;

import org.ticktoquote.replayer.recording.Recording;

/**
 * The stretch of a given length that holds the most ticks, wherever it begins: a sliding peak, not an aligned one.
 *
 * @param ticks of the stretch that begins with {@code ticks.first()}
 * @param lengthNs of the stretch in time of the recording; it does not include its end
 */
record DenseSpan(Window ticks, long lengthNs) {
    long count() {
        return ticks.count();
    }

    /** The first of the densest stretches of a window, found in one pass. */
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
