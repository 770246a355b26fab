package org.ticktoquote.core.clock;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits until a time on the monotonic clock, on the calling thread. */
public interface WaitStrategy {
    /**
     * Returns at or after the time, immediately if it has passed. Does not allocate.
     *
     * @return false if {@code stop} ended the wait; the time can then still be in the future
     */
    boolean waitUntil(long momentNs, BooleanSupplier stop);

    /** Parks until a time on {@link System#nanoTime()}. An interrupted thread spins instead. */
    static void parkUntil(long momentNs) {
        parkUntil(momentNs, () -> false);
    }

    /**
     * Parks until a time on {@link System#nanoTime()}. {@code stop} is read at each wake-up: whoever makes it true should
     * unpark the thread.
     *
     * @return false if {@code stop} ended the wait
     */
    static boolean parkUntil(long momentNs, BooleanSupplier stop) {
        while (!stop.getAsBoolean()) {
            long leftNs = momentNs - System.nanoTime();
            if (leftNs <= 0) {
                return true;
            }
            LockSupport.parkNanos(leftNs);
        }
        return false;
    }
}
