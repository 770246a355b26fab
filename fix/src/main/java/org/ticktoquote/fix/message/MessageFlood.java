package org.ticktoquote.fix.message;

import java.util.concurrent.TimeUnit;
import org.ticktoquote.core.journal.SnapshotRecord;

/**
 * Counts the messages of a session beside those that it is for, second by second: TestRequests, heartbeats and whatever else
 * has to be parsed and answered. One thread at a time; no allocation.
 */
public final class MessageFlood {
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    private long sinceNs;
    private long messages;

    /**
     * One more arrived.
     *
     * @return how many there were in this second where that is a whole number of steps, else 0
     */
    public long add(long atNs) {
        if (messages == 0 || atNs - sinceNs >= SECOND_NS) {
            sinceNs = atNs;
            messages = 0;
        }
        messages++;
        return messages % SnapshotRecord.FLOOD_STEP == 0 ? messages : 0;
    }
}
