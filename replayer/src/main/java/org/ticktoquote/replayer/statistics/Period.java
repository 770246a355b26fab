package org.ticktoquote.replayer.statistics;

import java.util.concurrent.TimeUnit;

/**
 * A stretch of time relative to an announcement, in whole seconds.
 *
 * @param fromNs first moment, ns since 1970-01-01 UTC
 * @param seconds its length
 */
record Period(long fromNs, int seconds) {
    private static final long NS_PER_S = TimeUnit.SECONDS.toNanos(1);
    private static final int QUIET_BEGIN_S = -30 * 60;
    private static final int QUIET_LENGTH_S = 25 * 60;
    private static final int NEWS_LENGTH_S = 10;
    private static final int FIRST_MINUTE_S = 60;

    static Period quiet(long announcementNs) {
        return new Period(announcementNs + QUIET_BEGIN_S * NS_PER_S, QUIET_LENGTH_S);
    }

    static Period news(long announcementNs) {
        return new Period(announcementNs, NEWS_LENGTH_S);
    }

    static Period firstMinute(long announcementNs) {
        return new Period(announcementNs, FIRST_MINUTE_S);
    }

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
