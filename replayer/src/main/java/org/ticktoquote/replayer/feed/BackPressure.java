package org.ticktoquote.replayer.feed;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.agrona.concurrent.NanoClock;
import org.ticktoquote.core.audit.ConnectionCounters;

/**
 * Waits for a receiver that does not read, and measures the wait.
 *
 * <p>Uses a non-blocking channel because a blocking write can be ended only by closing the channel. Spins for 20 us, long
 * enough for a running reader to free space, then retries every 50 us and leaves the CPU to the reader. One thread writes.
 * {@link #abort()} and the counters are safe for any thread.
 *
 * <p>A failed attempt proves that the buffer is full. At most 1 ms of the interval between two attempts counts as waiting. A
 * longer interval is a pause of this process. Its excess is in {@link #blockedNs} but not in {@link #waitedNs}. If the kernel
 * reports the receiver's window, a wait of 1 ms or more counts at most the window's closed time plus 11 ms. This allows 10 ms
 * for the kernel's coarsest clock and 1 ms before the first query. Such a wait allocates a little.
 */
public final class BackPressure {
    private static final long SPIN_NS = 20_000;
    private static final long PARK_NS = 50_000;
    private static final long GRANTED_NS = 1_000_000;
    private static final long KERNEL_NS = 10_000_000;
    private static final long NOT_ASKED = -2;

    private final NanoClock clock;
    private final AtomicLong blockedSends = new AtomicLong();
    private final AtomicLong blockedNs = new AtomicLong();
    private final AtomicLong waitedNs = new AtomicLong();
    private volatile boolean aborted;
    private long startNs;
    private long lastNs;
    private long waitNs;
    private long closedBeforeNs;

    public BackPressure(NanoClock clock) {
        this.clock = clock;
    }

    /**
     * Writes the rest of a message after a first attempt. Returns false if {@linkplain #abort() aborted} before the end.
     *
     * @param closedNs total time for which the receiver's window was closed; below 0 if unknown
     */
    public boolean writeRest(WritableByteChannel channel, ByteBuffer rest, LongSupplier closedNs) throws IOException {
        begin();
        try {
            while (rest.hasRemaining() && !aborted) {
                pause();
                channel.write(rest);
                count();
                queryWindow(closedNs);
            }
        } finally {
            end(closedNs);
        }
        return !rest.hasRemaining();
    }

    /** Repeats a failed attempt until it succeeds. Returns false if {@linkplain #abort() aborted} first. */
    public boolean retry(BooleanSupplier attempt) {
        begin();
        boolean done = false;
        while (!done && !aborted) {
            pause();
            done = attempt.getAsBoolean();
            count();
        }
        end(ClosedWindowTimes.UNKNOWN);
        return done;
    }

    private void begin() {
        startNs = clock.nanoTime();
        lastNs = startNs;
        waitNs = 0;
        closedBeforeNs = NOT_ASKED;
        blockedSends.lazySet(blockedSends.get() + 1);
    }

    private void count() {
        long nowNs = clock.nanoTime();
        blockedNs.lazySet(blockedNs.get() + nowNs - lastNs);
        waitNs += Math.min(GRANTED_NS, nowNs - lastNs);
        lastNs = nowNs;
    }

    /** Queries the kernel once, when the wait has lasted 1 ms. */
    private void queryWindow(LongSupplier closedNs) {
        if (closedBeforeNs == NOT_ASKED && lastNs - startNs >= GRANTED_NS) {
            closedBeforeNs = closedNs.getAsLong();
        }
    }

    private void end(LongSupplier closedNs) {
        count();
        long closedAfterNs = closedBeforeNs < 0 ? ConnectionCounters.UNKNOWN : closedNs.getAsLong();
        long mostNs = closedAfterNs < 0 ? waitNs : closedAfterNs - closedBeforeNs + GRANTED_NS + KERNEL_NS;
        waitedNs.lazySet(waitedNs.get() + Math.min(waitNs, mostNs));
    }

    private void pause() {
        if (clock.nanoTime() - startNs < SPIN_NS) {
            Thread.onSpinWait();
        } else {
            LockSupport.parkNanos(this, PARK_NS);
        }
    }

    /** Ends the current wait and prevents later ones. */
    public void abort() {
        aborted = true;
    }

    /** Returns the number of sends that had to wait. */
    public long blockedSends() {
        return blockedSends.get();
    }

    /** Returns the total time in ns for which sends had to wait. */
    public long blockedNs() {
        return blockedNs.get();
    }

    /** Returns the part of {@link #blockedNs} in which receivers provably did not read. */
    public long waitedNs() {
        return waitedNs.get();
    }
}
