package org.ticktoquote.pricing.fix;

import org.ticktoquote.pricing.publish.Quote;

/** Writes the snapshots of one session; one thread at a time. */
interface SnapshotEncoder {
    /**
     * Appends one message.
     *
     * @param sequence MsgSeqNum (34)
     * @param nowMs SendingTime (52), epoch
     */
    void append(OutBuffer out, Quote quote, long sequence, long nowMs);
}
