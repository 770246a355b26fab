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
    private static final int MINUTE_S = 60;

    /** A recording begins with its first tick, not at the moment from which on it listened. */
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
     * A stretch of time, in whole seconds.
     *
     * @param fromNs first moment, ns since 1970-01-01 UTC
     * @param seconds its length
     */
    record Period(long fromNs, int seconds) {
        private static final long NS_PER_S = TimeUnit.SECONDS.toNanos(1);

        long toNs() {
            return fromNs + seconds * NS_PER_S;
        }

        boolean contains(long timeNs) {
            return timeNs >= fromNs && timeNs < toNs();
        }

        /** The second of this period in which a moment of it lies. */
        int second(long timeNs) {
            return (int) ((timeNs - fromNs) / NS_PER_S);
        }
    }
}
