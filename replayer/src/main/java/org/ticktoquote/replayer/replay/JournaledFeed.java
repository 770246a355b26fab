package org.ticktoquote.replayer.replay;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.replayer.feed.Feed;

/** Sends ticks to one feed and records them in a journal. Pacer thread only, except {@link #counter()}. Does not allocate. */
final class JournaledFeed {
    private final Feed feed;
    private final TickJournal journal;
    private final PacerProgress counter = new PacerProgress();
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

    PacerProgress counter() {
        return counter;
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
        counter.count(sentNs - intendedNs, (flags & TickRecord.SEND_FAILED) != 0);
    }
}
