package org.ticktoquote.replayer.statistics;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.recording.RecordingWindow;
import org.ticktoquote.replayer.recording.RecordingHeader;

/** The periods around the announcement that lie wholly in the part of a recording that is looked at. */
record CoveredPeriods(
        @Nullable Period quiet,
        @Nullable Period news,
        @Nullable Period firstMinute) {
    /** A recording begins with its first tick, not at the moment from which on it listened. */
    private static final long SLACK_NS = TimeUnit.MINUTES.toNanos(1);

    static CoveredPeriods of(RecordingHeader header, RecordingWindow window) {
        long t0 = header.announcementNs();
        if (t0 == 0) {
            return new CoveredPeriods(null, null, null);
        }
        return new CoveredPeriods(
                covered(Period.quiet(t0), header, window),
                covered(Period.news(t0), header, window),
                covered(Period.firstMinute(t0), header, window));
    }

    private static @Nullable Period covered(Period period, RecordingHeader header, RecordingWindow window) {
        boolean inWindow = window.fromNs() <= period.fromNs() && period.toNs() <= window.toNs();
        boolean inRecording = header.firstVenueTimeNs() - SLACK_NS <= period.fromNs()
                && period.toNs() <= header.lastVenueTimeNs() + SLACK_NS;
        return inWindow && inRecording ? period : null;
    }
}
