package org.ticktoquote.pricing.pipeline;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.core.linux.CallingThread;
import org.ticktoquote.pricing.pipeline.Lane.LaneStopped;

/**
 * Holds items and passes each on at its release time. Its thread parks while the next release is far away, then spins.
 *
 * <p>Items with the same time are passed on in order of arrival. The number of held items is unlimited, because a bound
 * could make two threads wait for each other. The thread requests minimal timer slack, because parking overshoots by the
 * slack.
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

    private record Held<T>(long releaseNs, long arrival, Input<T> to, T item) {
        void deliver() {
            to.put(item);
        }
    }

    public DelayLine(String threadName, NanoClock clock, long spinNs, Thread.UncaughtExceptionHandler onFailure) {
        this.clock = clock;
        this.spinNs = spinNs;
        this.thread = DaemonThread.of(threadName, this::run, onFailure);
    }

    public void start() {
        thread.start();
    }

    /** Passes an item to an input at the given time, on this line's thread. */
    public <T> void schedule(long releaseNs, Input<T> to, T item) {
        lock.lock();
        try {
            held.add(new Held<>(releaseNs, arrivals++, to, item));
            earlier = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns true if no item is held or being passed on. */
    public boolean empty() {
        lock.lock();
        try {
            return held.isEmpty() && !handingOver;
        } finally {
            lock.unlock();
        }
    }

    /** Passes on all items now, and later ones at once. */
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

    /** Ends the thread and discards the items still held. */
    public void stop() {
        thread.interrupt();
    }

    private void run() {
        CallingThread.smallestTimerSlack();
        try {
            while (true) {
                next().deliver();
                handedOver();
            }
        } catch (InterruptedException | LaneStopped e) {
            // asked to end
        }
    }

    /** Waits for the earliest release. Starts over if an earlier one arrives meanwhile. */
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
