package org.ticktoquote.replayer.replay;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.agrona.concurrent.NanoClock;

/**
 * Parks while the moment is far away and spins for the last stretch, because waking up takes the kernel some time.
 *
 * <p>A park is never longer than {@value #LONGEST_PARK_NS} ns, so that a stop is noticed. Every wait looks at the
 * absolute moment again: a late wake-up makes one tick late and moves no other.
 */
final class HybridWait implements WaitStrategy {
    static final long LONGEST_PARK_NS = 50_000_000;

    private final NanoClock clock;
    private long spinNs;
    private final LongConsumer park;

    HybridWait(NanoClock clock, Spin spin) {
        this(clock, spin.beforeNs(), LockSupport::parkNanos);
    }

    /** Spins for the last {@code spinNs}. */
    HybridWait(NanoClock clock, long spinNs, LongConsumer park) {
        this.clock = clock;
        this.spinNs = spinNs;
        this.park = park;
    }

    /** From now on it waits like that; the thread that waits calls it. */
    void spin(Spin spin) {
        spinNs = spin.beforeNs();
    }

    @Override
    public boolean waitUntil(long momentNs, BooleanSupplier stop) {
        while (!stop.getAsBoolean()) {
            long leftNs = momentNs - clock.nanoTime();
            if (leftNs <= 0) {
                return true;
            }
            if (leftNs > spinNs) {
                park.accept(Math.min(leftNs - spinNs, LONGEST_PARK_NS));
            } else {
                Thread.onSpinWait();
            }
        }
        return false;
    }
}
