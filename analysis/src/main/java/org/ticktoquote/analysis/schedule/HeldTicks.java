package org.ticktoquote.analysis.schedule;

import java.util.function.LongBinaryOperator;
import org.ticktoquote.core.journal.TickRecord;

/**
 * Computes how long each tick was held: the part of its lag due to an application that did not read.
 *
 * <p>The replayer is a queue with one server. The journal has each tick's send time, and how long its send was blocked. In a
 * simulation without the blocked times (Lindley's recursion), each tick keeps its delay relative to the previous tick
 * or its intended time, whichever is later. The difference between the actual and the simulated send time is the time
 * held. All lateness after a blocked send is therefore held time, however long the replayer takes to catch up. Delays
 * of the replayer itself, such as pauses, are in both times and remain replay lag. Ticks must be in send order. Does
 * not allocate per tick. Not thread-safe.
 */
public final class HeldTicks {
    private static final long BEFORE_ALL = Long.MIN_VALUE / 4;

    private final LongBinaryOperator starvedNs;
    private long freeNs = BEFORE_ALL;
    private long offeredNs = BEFORE_ALL;

    /**
     * @param starvedNs time between two times for which the application could not read for lack of a CPU; the host is
     *     responsible for sends blocked then
     */
    public HeldTicks(LongBinaryOperator starvedNs) {
        this.starvedNs = starvedNs;
    }

    /** Returns how long the next tick was held. */
    public long next(TickRecord tick) {
        return next(tick.intendedNs(), tick.sentNs(), tick.waitedNs());
    }

    /** Returns the time held of the next tick, whose own send was blocked for {@code waitNs} after {@code sentNs}. */
    long next(long intendedNs, long sentNs, long waitNs) {
        long ownNs = Math.max(0, sentNs - Math.max(intendedNs, freeNs));
        offeredNs = Math.min(sentNs, Math.max(intendedNs, offeredNs) + ownNs);
        freeNs = sentNs + readable(sentNs, waitNs);
        return sentNs - offeredNs;
    }

    /**
     * Returns the part of a blocked send that the application is responsible for. Starvation counts only if it can be more
     * than half of that time.
     */
    private long readable(long sentNs, long waitNs) {
        long hostNs = waitNs == 0 ? 0 : starvedNs.applyAsLong(sentNs, sentNs + waitNs);
        return hostNs > waitNs / 2 ? waitNs - hostNs : waitNs;
    }
}
