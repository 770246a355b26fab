package org.ticktoquote.pricing.dialect;

import org.ticktoquote.fix.message.OutBuffer;
import org.ticktoquote.pricing.publish.Quote;

/** Writes the prices of one session; one thread at a time. */
public interface PriceEncoder {
    /**
     * Appends one message.
     *
     * @param sequence MsgSeqNum (34)
     * @param nowMs SendingTime (52), epoch
     */
    void append(OutBuffer out, Quote quote, long sequence, long nowMs);
}
