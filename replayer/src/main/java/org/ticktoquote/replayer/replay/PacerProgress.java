package org.ticktoquote.replayer.replay;

import java.util.concurrent.atomic.AtomicLong;

/** Progress of the pacer, which writes it with ordered stores. Any thread can read. */
final class PacerProgress {
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
}
