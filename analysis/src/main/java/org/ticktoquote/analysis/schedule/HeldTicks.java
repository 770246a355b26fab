package org.ticktoquote.analysis.schedule;

import org.ticktoquote.analysis.audit.StarvedApplication;
import org.ticktoquote.core.journal.TickRecord;

/**
 * How long each tick was held: what an application that did not read added to its lag.
 *
 * <p>The replayer is a queue of one server. Of every tick the journal has when it was sent and how long that waited. Played
 * again without the waits (Lindley's recursion, as it is used for backlogs), each tick leaves as much behind the one before it
 * as it really did, or behind its intended time, whichever is later. By how much it really left later, it was held. So what is
 * late behind a wait, however long it takes to catch up, is the wait's; what the replayer lost meanwhile, as by a pause, is in
 * both, and stays replay lag. Ticks come in the order sent. Nothing is allocated for a tick. Not thread-safe.
 */
public final class HeldTicks {
    private static final long LONG_AGO = Long.MIN_VALUE / 4;

    private final StarvedApplication starved;
    private long freeNs = LONG_AGO;
    private long offeredNs = LONG_AGO;

    /** @param starved when an application cannot be expected to read: then a wait is nobody's doing but the host's */
    public HeldTicks(StarvedApplication starved) {
        this.starved = starved;
    }

    /** How long the next tick was held. */
    public long next(TickRecord tick) {
        return next(tick.intendedNs(), tick.sentNs(), tick.waitedNs());
    }

    /** Likewise; after {@code sentNs} its own send waited for so long. */
    long next(long intendedNs, long sentNs, long waitNs) {
        long ownNs = Math.max(0, sentNs - Math.max(intendedNs, freeNs));
        offeredNs = Math.min(sentNs, Math.max(intendedNs, offeredNs) + ownNs);
        freeNs = sentNs + readable(sentNs, waitNs);
        return sentNs - offeredNs;
    }

    /** As much of a wait as the application is asked for: what starved it counts where that may be most of the wait. */
    private long readable(long sentNs, long waitNs) {
        long starvedNs = waitNs == 0 ? 0 : starved.mostNs(sentNs, sentNs + waitNs);
        return starvedNs > waitNs / 2 ? waitNs - starvedNs : waitNs;
    }
}
