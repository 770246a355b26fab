package org.ticktoquote.fix.message;

import java.util.concurrent.TimeUnit;
import org.ticktoquote.core.journal.SnapshotRecord;

/**
 * Counts the TestRequests, heartbeats and other overhead messages of a session per second. The receiver has to parse
 * each of them, and to answer some. One thread at a time. Does not allocate.
 */
public final class OverheadMessageCounter {
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    private long sinceNs;
    private long messages;

    /**
     * Counts a message.
     *
     * @return number of messages in this second if it is a multiple of {@link SnapshotRecord#FLOOD_STEP}, else 0
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
