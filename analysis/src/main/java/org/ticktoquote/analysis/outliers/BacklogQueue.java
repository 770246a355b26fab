package org.ticktoquote.analysis.outliers;

import java.util.function.ObjLongConsumer;
import org.ticktoquote.analysis.evidence.Cause;

/**
 * Computes how long a tick would have waited for earlier ticks in a queue with one server and constant service time. Applies
 * Lindley's recursion (The theory of queues with a single server, 1952) twice: with arrivals only, and with a server that
 * pauses during stops.
 *
 * <p>The wait with arrivals only is due to a burst. Any additional wait with pauses is due to stops. Stops after the tick was
 * sent account for their overlap with its wait. The rest is backlog, attributed to earlier stops, the latest first. Ticks must
 * be in send order. Not thread-safe.
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
     * @param stops intervals in which the application was stopped
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

    /** Returns how long the last tick would wait for earlier ticks if there were no stops. */
    long burstNs() {
        return burstNs;
    }

    /** Returns the additional wait of the last tick due to stops before it was sent. */
    long backlogNs() {
        return Math.max(0, freeWithStopsNs - freeNs - stops.overlapNs(sentNs, freeWithStopsNs));
    }

    /** Attributes at most {@code mostNs} of the backlog, to the latest stops first: each cause with its nanoseconds. */
    void backlog(long mostNs, ObjLongConsumer<Cause> visitor) {
        long leftNs = Math.min(mostNs, backlogNs());
        for (int i = stops.firstFrom(sentNs) - 1; i >= 0 && leftNs > 0; i--) {
            long ns = Math.min(leftNs, Math.min(stops.toNs(i), sentNs) - stops.fromNs(i));
            visitor.accept(stops.cause(i), ns);
            leftNs -= ns;
        }
    }
}
