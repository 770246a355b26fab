package org.ticktoquote.analysis.outliers;

/**
 * Time that a tick would have waited for earlier ticks in a queue with one server and constant service time. Computed by
 * Lindley's recursion (The theory of queues with a single server, 1952), once with arrivals only, and once with a server
 * that pauses while a cause stops it.
 *
 * <p>The first is the wait due to a burst. The difference of the second is due to stops: to those during the tick's own wait
 * and, for the rest, to those that caused the backlog before it. The backlog is attributed to the latest stops first, as far
 * as they account for it. Ticks come in the order sent. Not thread-safe.
 */
final class BacklogQueue {
    private static final long BEFORE_ALL = Long.MIN_VALUE / 4;

    private final long perTickNs;
    private final CauseTimeline stops;
    private int next;
    private long sentNs;
    private long burstNs;
    private long freeNs = BEFORE_ALL;
    private long freeWithStopsNs = BEFORE_ALL;

    /**
     * @param perTickNs time that the application takes per tick when many are waiting
     * @param stops of the application
     */
    BacklogQueue(long perTickNs, CauseTimeline stops) {
        this.perTickNs = perTickNs;
        this.stops = stops;
    }

    void tick(long atNs) {
        sentNs = atNs;
        burstNs = Math.max(0, freeNs - atNs);
        freeNs = atNs + burstNs + perTickNs;
        freeWithStopsNs = Math.max(atNs, freeWithStopsNs);
        work();
    }

    /** Serves one more tick, pausing during stops. */
    private void work() {
        long nowNs = freeWithStopsNs;
        long leftNs = perTickNs;
        next = stops.firstEndingAfter(nowNs, next);
        while (next < stops.size() && stops.fromNs(next) < nowNs + leftNs) {
            long workedNs = Math.max(0, stops.fromNs(next) - nowNs);
            leftNs -= workedNs;
            nowNs += workedNs;
            nowNs = stops.toNs(next++);
        }
        freeWithStopsNs = nowNs + leftNs;
    }

    /** Returns how long the last tick would have waited for others without any stop. */
    long burstNs() {
        return burstNs;
    }

    /** Returns how much longer it waited because of stops before it was sent. */
    long backlogNs() {
        return Math.max(0, freeWithStopsNs - freeNs - stops.overlapNs(sentNs, freeWithStopsNs));
    }

    /** Attributes at most {@code mostNs} of the backlog, to the latest stops first. */
    void backlog(long mostNs, CauseTimeline.Visitor visitor) {
        long leftNs = Math.min(mostNs, backlogNs());
        for (int i = stops.firstFrom(sentNs) - 1; i >= 0 && leftNs > 0; i--) {
            long ns = Math.min(leftNs, Math.min(stops.toNs(i), sentNs) - stops.fromNs(i));
            visitor.overlap(stops.cause(i), ns);
            leftNs -= ns;
        }
    }
}
