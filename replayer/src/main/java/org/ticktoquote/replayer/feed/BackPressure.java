package org.ticktoquote.replayer.feed;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.NanoClock;

/**
 * Waits for a receiver that does not read, and keeps account of it.
 *
 * <p>The channel is non-blocking because a thread inside a blocking write can only be freed by closing the channel. So
 * the wait is ours: it spins for 20 us, the time a reader that is awake needs, then tries again every 50 us, leaving
 * the CPU to the reader. One thread writes; {@link #abort()} and the counters are for any thread.
 */
public final class BackPressure {
    private static final long SPIN_NS = 20_000;
    private static final long PARK_NS = 50_000;

    private final NanoClock clock;
    private final AtomicLong blockedSends = new AtomicLong();
    private final AtomicLong blockedNs = new AtomicLong();
    private volatile boolean aborted;

    /** Of a clock. */
    public BackPressure(NanoClock clock) {
        this.clock = clock;
    }

    /** Writes what a first attempt left; false when {@linkplain #abort() aborted} before the end. */
    public boolean writeRest(WritableByteChannel channel, ByteBuffer rest) throws IOException {
        long before = blockedNs.get();
        long start = clock.nanoTime();
        blockedSends.lazySet(blockedSends.get() + 1);
        try {
            while (rest.hasRemaining() && !aborted) {
                pause(start);
                channel.write(rest);
                blockedNs.lazySet(before + clock.nanoTime() - start);
            }
        } finally {
            blockedNs.lazySet(before + clock.nanoTime() - start);
        }
        return !rest.hasRemaining();
    }

    /** Attempts again, until that succeeds, what did not at first; false when {@linkplain #abort() aborted} before. */
    public boolean retry(BooleanSupplier attempt) {
        long before = blockedNs.get();
        long start = clock.nanoTime();
        blockedSends.lazySet(blockedSends.get() + 1);
        boolean done = false;
        while (!done && !aborted) {
            pause(start);
            done = attempt.getAsBoolean();
            blockedNs.lazySet(before + clock.nanoTime() - start);
        }
        return done;
    }

    private void pause(long start) {
        if (clock.nanoTime() - start < SPIN_NS) {
            Thread.onSpinWait();
        } else {
            LockSupport.parkNanos(this, PARK_NS);
        }
    }

    /** Ends the current wait and all that follow. */
    public void abort() {
        aborted = true;
    }

    public long blockedSends() {
        return blockedSends.get();
    }

    public long blockedNs() {
        return blockedNs.get();
    }
}
