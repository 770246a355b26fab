package org.ticktoquote.replayer.replay;

import org.ticktoquote.replayer.recording.Recording;

/**
 * Consecutive ticks of a recording.
 *
 * @param first index of the first tick
 * @param end index after the last tick
 */
record Window(long first, long end) {
    long count() {
        return end - first;
    }

    /** The ticks from a venue time on, up to but not including another. */
    static Window between(Recording recording, long fromNs, long toNs) {
        long first = recording.firstAtOrAfter(fromNs);
        return new Window(first, Math.max(first, recording.firstAtOrAfter(toNs)));
    }
}
