package org.ticktoquote.replayer.replay;

import java.util.function.BooleanSupplier;
import org.agrona.concurrent.NanoClock;

/** A clock and the waiting on it, by hand: exact and without delay; reading it takes no time. */
final class ManualTime implements NanoClock, WaitStrategy {
    private long nowNs;
    private long stallAtNs = Long.MAX_VALUE;
    private long stallNs;

    ManualTime(long nowNs) {
        this.nowNs = nowNs;
    }

    /** The first wait that ends at or after a moment ends so much later. */
    void stall(long atNs, long forNs) {
        stallAtNs = atNs;
        stallNs = forNs;
    }

    void advance(long ns) {
        nowNs += ns;
    }

    @Override
    public long nanoTime() {
        return nowNs;
    }

    @Override
    public boolean waitUntil(long momentNs, BooleanSupplier stop) {
        if (stop.getAsBoolean()) {
            return false;
        }
        nowNs = Math.max(nowNs, momentNs);
        if (nowNs >= stallAtNs) {
            nowNs += stallNs;
            stallAtNs = Long.MAX_VALUE;
        }
        return !stop.getAsBoolean();
    }
}
