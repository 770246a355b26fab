package org.ticktoquote.replayer.feed;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.agrona.concurrent.NanoClock;
import org.ticktoquote.core.audit.ConnectionFigures;

/**
 * Waits for a receiver that does not read, and keeps account of it.
 *
 * <p>The channel is non-blocking because a thread inside a blocking write can only be freed by closing the channel. So
 * the wait is ours: it spins for 20 us, the time a reader that is awake needs, then tries again every 50 us, leaving
 * the CPU to the reader. One thread writes; {@link #abort()} and the counters are for any thread.
 *
 * <p>An attempt that fails proves that there is no room. Between two attempts that is taken for granted for 1 ms at most: what
 * is longer is a pause of this process, and only in {@link #blockedNs}, not in {@link #waitedNs}. Of a wait of 1 ms and more
 * the receiver's window must have been closed, too, to the 10 ms of the kernel's slowest clock, where the kernel says so. Such
 * a wait allocates a little.
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

    /** Of a clock. */
    public BackPressure(NanoClock clock) {
        this.clock = clock;
    }

    /**
     * Writes what a first attempt left; false when {@linkplain #abort() aborted} before the end.
     *
     * @param closedNs for how long the receiver's window was closed so far; below 0 where that is not known
     */
    public boolean writeRest(WritableByteChannel channel, ByteBuffer rest, LongSupplier closedNs) throws IOException {
        begin();
        try {
            while (rest.hasRemaining() && !aborted) {
                pause();
                channel.write(rest);
                count();
                look(closedNs);
            }
        } finally {
            end(closedNs);
        }
        return !rest.hasRemaining();
    }

    /** Attempts again, until that succeeds, what did not at first; false when {@linkplain #abort() aborted} before. */
    public boolean retry(BooleanSupplier attempt) {
        begin();
        boolean done = false;
        while (!done && !aborted) {
            pause();
            done = attempt.getAsBoolean();
            count();
        }
        end(ReceiverWindows.UNKNOWN);
        return done;
    }

    private void begin() {
        startNs = clock.nanoTime();
        lastNs = startNs;
        waitNs = 0;
        closedBeforeNs = NOT_ASKED;
        blockedSends.lazySet(blockedSends.get() + 1);
    }

    /** An attempt is over. */
    private void count() {
        long nowNs = clock.nanoTime();
        blockedNs.lazySet(blockedNs.get() + nowNs - lastNs);
        waitNs += Math.min(GRANTED_NS, nowNs - lastNs);
        lastNs = nowNs;
    }

    /** Asks the kernel once the wait is no short one. */
    private void look(LongSupplier closedNs) {
        if (closedBeforeNs == NOT_ASKED && lastNs - startNs >= GRANTED_NS) {
            closedBeforeNs = closedNs.getAsLong();
        }
    }

    private void end(LongSupplier closedNs) {
        count();
        long closedAfterNs = closedBeforeNs < 0 ? ConnectionFigures.UNKNOWN : closedNs.getAsLong();
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

    /** Ends the current wait and all that follow. */
    public void abort() {
        aborted = true;
    }

    /** Sends that had to wait. */
    public long blockedSends() {
        return blockedSends.get();
    }

    /** How long they took. */
    public long blockedNs() {
        return blockedNs.get();
    }

    /** For how long of that receivers did not read, for certain. */
    public long waitedNs() {
        return waitedNs.get();
    }
}
