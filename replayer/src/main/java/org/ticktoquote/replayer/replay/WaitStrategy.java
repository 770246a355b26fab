package org.ticktoquote.replayer.replay;

import java.util.function.BooleanSupplier;

/** Waits until a time on the monotonic clock, on the calling thread. */
interface WaitStrategy {
    /**
     * Returns at or after the time, immediately if it has passed. Does not allocate.
     *
     * @return false if {@code stop} ended the wait; the time can then still be in the future
     */
    boolean waitUntil(long momentNs, BooleanSupplier stop);
}
