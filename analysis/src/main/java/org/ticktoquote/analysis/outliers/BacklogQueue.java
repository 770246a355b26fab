package org.ticktoquote.analysis.outliers;

import org.ticktoquote.analysis.evidence.Cause;

/**
 * How long a tick would have waited for those before it in a queue of one server that takes the same time for each: Lindley's
 * recursion (The theory of queues with a single server, 1952), once with arrivals alone and once with a server that pauses
 * while a cause stops it.
 *
 * <p>The first is the wait behind a burst. What the second is longer is owed to stops: to those that the tick waited through
 * itself, and, for the rest, to those that had made the backlog in front of it. Ticks come in the order sent. Nothing is
 * allocated. Not thread-safe.
 */
final class BacklogQueue {
    private static final long LONG_AGO = Long.MIN_VALUE / 4;

    private final long perTickNs;
    private final CauseTimeline stops;
    /** Of each cause, since nothing was in the queue. */
    private final CauseTimes stopped = new CauseTimes();

    private int next;
    private long sentNs;
    private long burstNs;
    private long freeNs = LONG_AGO;
    private long freeWithStopsNs = LONG_AGO;

    /**
     * With nothing in it.
     *
     * @param perTickNs that the application takes for each tick when many wait
     * @param stops of the application
     */
    BacklogQueue(long perTickNs, CauseTimeline stops) {
        this.perTickNs = perTickNs;
        this.stops = stops;
    }

    /** The next tick was sent. */
    void tick(long atNs) {
        sentNs = atNs;
        burstNs = Math.max(0, freeNs - atNs);
        freeNs = atNs + burstNs + perTickNs;
        if (atNs >= freeWithStopsNs) {
            stopped.clear();
            freeWithStopsNs = atNs;
        }
        work();
    }

    /** The server takes its time for one more tick, and pauses in between. */
    private void work() {
        long nowNs = freeWithStopsNs;
        long leftNs = perTickNs;
        next = stops.firstEndingAfter(nowNs, next);
        while (next < stops.size() && stops.fromNs(next) < nowNs + leftNs) {
            long workedNs = Math.max(0, stops.fromNs(next) - nowNs);
            leftNs -= workedNs;
            nowNs += workedNs;
            stopped.add(stops.cause(next), stops.toNs(next) - nowNs);
            nowNs = stops.toNs(next++);
        }
        freeWithStopsNs = nowNs + leftNs;
    }

    /** What the last tick would have waited behind others without any stop. */
    long burstNs() {
        return burstNs;
    }

    /** What it waited longer because stops before it was sent had left others in front of it. */
    long backlogNs() {
        long[] own = {0};
        stops.overlaps(sentNs, freeWithStopsNs, (cause, ns) -> own[0] += ns);
        return Math.max(0, freeWithStopsNs - freeNs - own[0]);
    }

    /** The part of the backlog that is a cause's, 0..1. */
    double share(Cause cause) {
        return stopped.totalNs() == 0 ? 0 : (double) stopped.ns(cause) / stopped.totalNs();
    }
}
