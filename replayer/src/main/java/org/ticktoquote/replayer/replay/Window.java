package org.ticktoquote.replayer.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
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
    private static final long PAUSE_NS = TimeUnit.SECONDS.toNanos(1);

    /** Returns the ticks from a venue time, inclusive, to another, exclusive. */
    static Window between(Recording recording, long fromNs, long toNs) {
        long first = recording.firstAtOrAfter(fromNs);
        return new Window(first, Math.max(first, recording.firstAtOrAfter(toNs)));
    }

    /** Returns the ticks of a window such as {@code T0-10s..T0+60s}. Refuses a window without ticks. */
    static Window parse(Recording recording, String text) {
        RecordingWindow times =
                ProblemException.under(OPTION, () -> recording.times().window(text));
        Window ticks = new Window(recording.firstAtOrAfter(times.fromNs()), recording.firstAtOrAfter(times.toNs()));
        if (ticks.count() == 0) {
            throw Problem.of(OPTION)
                    .value(text)
                    .fault("holds no tick of " + extent(recording))
                    .exception();
        }
        return ticks;
    }

    /**
     * Returns warnings about parts of a window before the first or after the last tick of the recording, if longer than 1 s.
     * Shorter gaps can be pauses of the market.
     */
    static List<String> warnings(Recording recording, String text) {
        RecordingWindow times = recording.times().window(text);
        long lateNs = recording.header().firstVenueTimeNs() - times.fromNs();
        long earlyNs = times.toNs() - recording.header().lastVenueTimeNs();
        List<String> warnings = new ArrayList<>();
        if (times.fromNs() != Long.MIN_VALUE && lateNs > PAUSE_NS) {
            warnings.add(
                    outside(recording, text, "the first tick is " + DurationText.format(lateNs) + " after its start"));
        }
        if (times.toNs() != Long.MAX_VALUE && earlyNs > PAUSE_NS) {
            warnings.add(
                    outside(recording, text, "the last tick is " + DurationText.format(earlyNs) + " before its end"));
        }
        return warnings;
    }

    private static String outside(Recording recording, String text, String what) {
        return OPTION + " " + text + " is not completely in " + extent(recording) + ": " + what;
    }

    private static String extent(Recording recording) {
        return recording.file()
                + " (" + RecordingTime.format(recording.header().firstVenueTimeNs())
                + " to " + RecordingTime.format(recording.header().lastVenueTimeNs()) + ")";
    }

    /**
     * Returns the first of the spans of a given length with the most ticks. A span can start at any tick, so it is a sliding
     * peak, not an aligned one. One pass.
     *
     * @param lengthNs window length in time of the recording, end excluded
     */
    Window densest(Recording recording, long lengthNs) {
        Window densest = new Window(first, first);
        long from = first;
        for (long index = first; index < end; index++) {
            while (recording.venueTimeNs(index) - recording.venueTimeNs(from) >= lengthNs) {
                from++;
            }
            if (index + 1 - from > densest.count()) {
                densest = new Window(from, index + 1);
            }
        }
        return densest;
    }

    long count() {
        return end - first;
    }
}
