package org.ticktoquote.pricing.pipeline;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.linux.TimerSlack;
import org.ticktoquote.pricing.pipeline.Lane.LaneStopped;

/**
 * Holds many things at once and hands each on at its own time: one thread, parked while the next release is far and
 * spinning for the last stretch.
 *
 * <p>Things with the same time leave in the order in which they came. It holds what its time and the rate of arrival
 * come to: a bound here could make two threads wait for each other. Parking overshoots by the kernel's timer slack, so
 * the thread asks for the smallest one.
 */
public final class DelayLine {
    private final NanoClock clock;
    private final long spinNs;
    private final Thread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final PriorityQueue<Held<?>> held = new PriorityQueue<>(
            Comparator.<Held<?>>comparingLong(Held::releaseNs).thenComparingLong(Held::arrival));
    private long arrivals;
    private boolean flushing;
    private boolean handingOver;
    private volatile boolean earlier;

    private record Held<T>(long releaseNs, long arrival, Inlet<T> to, T item) {
        void deliver() {
            to.put(item);
        }
    }

    public DelayLine(String threadName, NanoClock clock, long spinNs, Thread.UncaughtExceptionHandler onFailure) {
        this.clock = clock;
        this.spinNs = spinNs;
        this.thread = new Thread(this::run, threadName);
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler(onFailure);
    }

    public void start() {
        thread.start();
    }

    /** Puts the item into the inlet at the given time, from this line's thread. */
    public <T> void schedule(long releaseNs, Inlet<T> to, T item) {
        lock.lock();
        try {
            held.add(new Held<>(releaseNs, arrivals++, to, item));
            earlier = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Whether nothing is held and nothing is just being handed on. */
    public boolean empty() {
        lock.lock();
        try {
            return held.isEmpty() && !handingOver;
        } finally {
            lock.unlock();
        }
    }

    /** Hands on everything now, and from now on at once. */
    public void flush() {
        lock.lock();
        try {
            flushing = true;
            earlier = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the thread; what is still held is gone. */
    public void stop() {
        thread.interrupt();
    }

    private void run() {
        TimerSlack.smallest();
        try {
            while (true) {
                next().deliver();
                handedOver();
            }
        } catch (InterruptedException | LaneStopped e) {
            // asked to end
        }
    }

    /** Waits for the earliest release; starts over when something earlier came in meanwhile. */
    private Held<?> next() throws InterruptedException {
        while (true) {
            long releaseNs = parkUntilClose();
            while (!earlier && clock.nanoTime() - releaseNs < 0) {
                Thread.onSpinWait();
            }
            Held<?> due = takeDue();
            if (due != null) {
                return due;
            }
        }
    }

    private long parkUntilClose() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (true) {
                earlier = false;
                Held<?> first = held.peek();
                if (first == null) {
                    changed.await();
                    continue;
                }
                long waitNs = flushing ? 0 : first.releaseNs() - spinNs - clock.nanoTime();
                if (waitNs <= 0) {
                    return flushing ? clock.nanoTime() : first.releaseNs();
                }
                changed.awaitNanos(waitNs);
            }
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Held<?> takeDue() {
        lock.lock();
        try {
            Held<?> first = held.peek();
            if (first == null || (!flushing && clock.nanoTime() - first.releaseNs() < 0)) {
                return null;
            }
            handingOver = true;
            return held.poll();
        } finally {
            lock.unlock();
        }
    }

    private void handedOver() {
        lock.lock();
        try {
            handingOver = false;
        } finally {
            lock.unlock();
        }
    }
}
