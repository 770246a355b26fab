package org.ticktoquote.harness.site;

import java.util.List;

/** The warm-up ticks of a run while they are being sent. Not thread-safe. */
public interface TickTail extends AutoCloseable {
    /** Those since the last call. */
    List<SentTick> more();

    @Override
    void close();

    /** A tick that was sent; times as the replayer reads them. */
    record SentTick(long tickId, int instrumentId, long intendedNs, long sentNs) {}
}
