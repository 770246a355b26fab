package org.ticktoquote.clients.tap;

import java.util.concurrent.TimeUnit;
import org.ticktoquote.core.journal.SnapshotRecord;

/**
 * Counts the messages of a session that bring no price, second by second: TestRequests, heartbeats and whatever else the
 * clients have to parse and to answer. One thread at a time; no allocation.
 */
final class MessageFlood {
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    private long sinceNs;
    private long messages;

    /**
     * One more arrived.
     *
     * @return how many there were in this second where that is a whole number of steps, else 0
     */
    long add(long atNs) {
        if (messages == 0 || atNs - sinceNs >= SECOND_NS) {
            sinceNs = atNs;
            messages = 0;
        }
        messages++;
        return messages % SnapshotRecord.FLOOD_STEP == 0 ? messages : 0;
    }
}
