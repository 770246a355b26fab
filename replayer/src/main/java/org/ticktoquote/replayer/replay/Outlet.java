package org.ticktoquote.replayer.replay;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.replayer.feed.Feed;

/**
 * One way out for the ticks of a session: a feed, and the journal of what left through it. Used by the pacer only, except the
 * counter; does not allocate.
 */
final class Outlet {
    private final Feed feed;
    private final TickJournal journal;
    private final PaceCounter counter = new PaceCounter();
    private long sentNs;
    private int flags;
    /** Of the last send; before it, what the journal's unit left of those before. */
    private long waitedNs;

    Outlet(Feed feed, TickJournal journal) {
        this.feed = feed;
        this.journal = journal;
    }

    Feed feed() {
        return feed;
    }

    PaceCounter counter() {
        return counter;
    }

    /** Makes the next tick ready to leave. */
    void prepare(DirectBuffer quote, int offset, long tickId, long venueTimeNs, long intendedNs) {
        feed.intended(intendedNs);
        feed.prepare(quote, offset, tickId, venueTimeNs);
        journal.prepare(quote, offset, tickId, venueTimeNs);
    }

    /** Sends what was prepared; returns when. */
    long send(NanoClock clock) {
        if (!feed.leftAlready()) {
            sentNs = clock.nanoTime();
        }
        long before = feed.waitedNs();
        flags = feed.send() ? 0 : TickRecord.SEND_FAILED;
        long waited = feed.waitedNs() - before;
        flags |= feed.remarks() | (waited == 0 ? 0 : TickRecord.SEND_WAITED);
        waitedNs += waited;
        sentNs = feed.leftNs(sentNs);
        return sentNs;
    }

    /** Writes down what was sent. */
    void complete(long intendedNs) {
        journal.complete(intendedNs, sentNs, flags, waitedNs);
        waitedNs %= TickRecord.WAIT_UNIT_NS;
        counter.count(sentNs - intendedNs, (flags & TickRecord.SEND_FAILED) != 0);
    }
}
