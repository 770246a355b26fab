package org.ticktoquote.replayer.venue;

import java.util.concurrent.atomic.AtomicLong;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.fix.message.MessageFlood;

/**
 * What an application sent in a session beside its requests, where that was many in a second: TestRequests, ResendRequests,
 * heartbeats, and reads with bytes that are no message. The venues' thread counts, any thread asks.
 */
final class VenueFlood {
    private final MessageFlood flood = new MessageFlood();
    private final AtomicLong messages = new AtomicLong();
    private final AtomicLong perSecond = new AtomicLong();

    /** One more has come; on the venues' thread. */
    void add() {
        long inSecond = flood.add(System.nanoTime());
        if (inSecond > 0) {
            messages.lazySet(messages.get() + SnapshotRecord.FLOOD_STEP);
            perSecond.lazySet(Math.max(perSecond.get(), inSecond));
        }
    }

    /** Those in seconds that had many, in whole steps of {@link SnapshotRecord#FLOOD_STEP}. */
    long messages() {
        return messages.get();
    }

    /** The most of them in a second. */
    long perSecond() {
        return perSecond.get();
    }
}
