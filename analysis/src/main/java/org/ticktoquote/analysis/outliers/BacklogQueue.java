package org.ticktoquote.analysis.outliers;

/**
 * How long a tick would have waited for those before it in a queue of one server that takes the same time for each: Lindley's
 * recursion (The theory of queues with a single server, 1952), once with arrivals alone and once with a server that pauses
 * while a cause stops it.
 *
 * <p>The first is the wait behind a burst. What the second is longer is owed to stops: to those that the tick waited through
 * itself, and, for the rest, to those that had made the backlog in front of it. An earlier stop has what would be left of the
 * backlog with it and those before it alone, a later one what it added. So the latest stops have the backlog, as far as they
 * reach. Ticks come in the order sent. Not thread-safe.
 */
final class BacklogQueue {
    private static final long LONG_AGO = Long.MIN_VALUE / 4;

    private final long perTickNs;
    private final CauseTimeline stops;
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
        freeWithStopsNs = Math.max(atNs, freeWithStopsNs);
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
        return Math.max(0, freeWithStopsNs - freeNs - stops.overlapNs(sentNs, freeWithStopsNs));
    }

    /** Whose the backlog is, of so much of it at most: the latest stops' first. */
    void backlog(long mostNs, CauseTimeline.Visitor visitor) {
        long leftNs = Math.min(mostNs, backlogNs());
        for (int i = stops.firstFrom(sentNs) - 1; i >= 0 && leftNs > 0; i--) {
            long ns = Math.min(leftNs, Math.min(stops.toNs(i), sentNs) - stops.fromNs(i));
            visitor.overlap(stops.cause(i), ns);
            leftNs -= ns;
        }
    }
}
