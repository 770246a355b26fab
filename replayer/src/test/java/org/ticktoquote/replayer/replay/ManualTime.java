package org.ticktoquote.replayer.replay;

import java.util.function.BooleanSupplier;
import org.agrona.concurrent.NanoClock;
import org.ticktoquote.core.clock.WaitStrategy;

/** Simulated clock and wait strategy. Waits end exactly on time. */
final class ManualTime implements NanoClock, WaitStrategy {
    private long nowNs;
    private long stallAtNs = Long.MAX_VALUE;
    private long stallNs;

    ManualTime(long nowNs) {
        this.nowNs = nowNs;
    }

    /** Delays the first wait that ends at or after the given time. */
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
