package org.ticktoquote.replayer.replay;

import java.util.concurrent.atomic.AtomicLong;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.replayer.feed.Feed;

/**
 * Sends ticks to one feed, records them in a journal and counts them. For the pacer's thread, except {@link #sent()},
 * {@link #failed()} and {@link #lagNs()}, which any thread can call. Does not allocate.
 */
final class JournaledFeed {
    private final Feed feed;
    private final TickJournal journal;
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong lagNs = new AtomicLong();
    private long sentNs;
    private int flags;
    /** Wait of the last send, plus the remainder of earlier waits that was below the journal's unit. */
    private long waitedNs;

    JournaledFeed(Feed feed, TickJournal journal) {
        this.feed = feed;
        this.journal = journal;
    }

    Feed feed() {
        return feed;
    }

    /** Returns the number of ticks passed to the feed, including failed sends. */
    long sent() {
        return sent.get();
    }

    long failed() {
        return failed.get();
    }

    /** Returns the lag of the last tick. */
    long lagNs() {
        return lagNs.get();
    }

    void prepare(DirectBuffer quote, int offset, long tickId, long venueTimeNs, long intendedNs) {
        feed.intended(intendedNs);
        feed.prepare(quote, offset, tickId, venueTimeNs);
        journal.prepare(quote, offset, tickId, venueTimeNs);
    }

    /** Sends the prepared tick. Returns its sent time. */
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

    /** Records the last send in the journal. */
    void complete(long intendedNs) {
        journal.complete(intendedNs, sentNs, flags, waitedNs);
        waitedNs %= TickRecord.WAIT_UNIT_NS;
        lagNs.lazySet(sentNs - intendedNs);
        if ((flags & TickRecord.SEND_FAILED) != 0) {
            failed.lazySet(failed.getPlain() + 1);
        }
        sent.lazySet(sent.getPlain() + 1);
    }
}
