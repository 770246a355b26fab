package org.ticktoquote.replayer.replay;

import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.recording.RecordingTime;
import org.ticktoquote.core.recording.RecordingWindow;
import org.ticktoquote.replayer.recording.Recording;

/**
 * Consecutive ticks of a recording.
 *
 * @param first index of the first tick
 * @param end index after the last tick
 */
record Window(long first, long end) {
    private static final String OPTION = "--window";

    /** The ticks from a venue time on, up to but not including another. */
    static Window between(Recording recording, long fromNs, long toNs) {
        long first = recording.firstAtOrAfter(fromNs);
        return new Window(first, Math.max(first, recording.firstAtOrAfter(toNs)));
    }

    /** The ticks of a window such as {@code T0-10s..T0+60s}; refuses one without any. */
    static Window parse(Recording recording, String text) {
        RecordingWindow times = Refusal.under(OPTION, () -> recording.times().window(text));
        Window ticks = new Window(recording.firstAtOrAfter(times.fromNs()), recording.firstAtOrAfter(times.toNs()));
        if (ticks.count() == 0) {
            throw Problem.of(OPTION)
                    .value(text)
                    .fault("holds no tick of " + extent(recording))
                    .refusal();
        }
        return ticks;
    }

    private static String extent(Recording recording) {
        return recording.file()
                + " (" + RecordingTime.format(recording.header().firstVenueTimeNs())
                + " to " + RecordingTime.format(recording.header().lastVenueTimeNs()) + ")";
    }

    long count() {
        return end - first;
    }
}
