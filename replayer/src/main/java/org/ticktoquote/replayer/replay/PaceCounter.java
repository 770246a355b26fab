package org.ticktoquote.replayer.replay;

import java.util.concurrent.atomic.AtomicLong;

/** How far the pacer is, for others to look at: written by the pacer without a fence, read by any thread. */
final class PaceCounter {
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong lagNs = new AtomicLong();

    void count(long tickLagNs, boolean sendFailed) {
        lagNs.lazySet(tickLagNs);
        if (sendFailed) {
            failed.lazySet(failed.getPlain() + 1);
        }
        sent.lazySet(sent.getPlain() + 1);
    }

    /** Ticks handed to the feed, failed ones too. */
    long sent() {
        return sent.get();
    }

    long failed() {
        return failed.get();
    }

    /** Of the last tick. */
    long lagNs() {
        return lagNs.get();
    }
}
