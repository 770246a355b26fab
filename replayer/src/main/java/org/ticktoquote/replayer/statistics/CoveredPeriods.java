package org.ticktoquote.replayer.statistics;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.recording.RecordingWindow;
import org.ticktoquote.replayer.recording.RecordingHeader;

/** Periods around the announcement that the selected part of a recording covers completely; null if not covered. */
record CoveredPeriods(
        @Nullable Period quiet,
        @Nullable Period news,
        @Nullable Period firstMinute) {
    private static final int MINUTE_S = 60;

    /** Tolerance at both ends, because a recording starts with its first tick, not with the start of its capture. */
    private static final long SLACK_NS = TimeUnit.MINUTES.toNanos(1);

    static CoveredPeriods of(RecordingHeader header, RecordingWindow window) {
        long t0 = header.announcementNs();
        if (t0 == 0) {
            return new CoveredPeriods(null, null, null);
        }
        return new CoveredPeriods(
                covered(new Period(t0 - TimeUnit.MINUTES.toNanos(30), 25 * MINUTE_S), header, window),
                covered(new Period(t0, 10), header, window),
                covered(new Period(t0, MINUTE_S), header, window));
    }

    private static @Nullable Period covered(Period period, RecordingHeader header, RecordingWindow window) {
        boolean inWindow = window.fromNs() <= period.fromNs() && period.toNs() <= window.toNs();
        boolean inRecording = header.firstVenueTimeNs() - SLACK_NS <= period.fromNs()
                && period.toNs() <= header.lastVenueTimeNs() + SLACK_NS;
        return inWindow && inRecording ? period : null;
    }

    /**
     * Period of whole seconds.
     *
     * @param fromNs start, ns since 1970-01-01 UTC
     */
    record Period(long fromNs, int seconds) {
        private static final long NS_PER_S = TimeUnit.SECONDS.toNanos(1);

        long toNs() {
            return fromNs + seconds * NS_PER_S;
        }

        boolean contains(long timeNs) {
            return timeNs >= fromNs && timeNs < toNs();
        }

        int second(long timeNs) {
            return (int) ((timeNs - fromNs) / NS_PER_S);
        }
    }
}
