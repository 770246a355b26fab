package org.ticktoquote.core.clock;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.agrona.concurrent.NanoClock;

/**
 * Parks while the target time is far away, then spins, because the kernel takes some time to wake a thread.
 *
 * <p>Parks for at most {@value #MAX_PARK_NS} ns, so that a stop is noticed. Every wait uses the absolute time, so a late
 * wake-up delays only one message.
 */
public final class HybridWait implements WaitStrategy {
    static final long MAX_PARK_NS = 50_000_000;

    private final NanoClock clock;
    private long spinNs;
    private final LongConsumer park;

    /** @param spinNs time before the target at which it stops parking; {@link Long#MAX_VALUE} never parks */
    public HybridWait(NanoClock clock, long spinNs) {
        this(clock, spinNs, LockSupport::parkNanos);
    }

    HybridWait(NanoClock clock, long spinNs, LongConsumer park) {
        this.clock = clock;
        this.spinNs = spinNs;
        this.park = park;
    }

    /** Changes the spin time. Called by the waiting thread. */
    public void spin(long newSpinNs) {
        spinNs = newSpinNs;
    }

    @Override
    public boolean waitUntil(long momentNs, BooleanSupplier stop) {
        while (!stop.getAsBoolean()) {
            long leftNs = momentNs - clock.nanoTime();
            if (leftNs <= 0) {
                return true;
            }
            if (leftNs > spinNs) {
                park.accept(Math.min(leftNs - spinNs, MAX_PARK_NS));
            } else {
                Thread.onSpinWait();
            }
        }
        return false;
    }
}
