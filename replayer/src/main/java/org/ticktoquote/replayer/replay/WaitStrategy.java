package org.ticktoquote.replayer.replay;

import java.util.function.BooleanSupplier;

/** Lets the calling thread wait for a moment on the monotonic clock. */
interface WaitStrategy {
    /**
     * Returns at or after the moment, at once when it has passed; does not allocate.
     *
     * @return false when {@code stop} was true: the moment may then lie in the future
     */
    boolean waitUntil(long momentNs, BooleanSupplier stop);
}
