package org.ticktoquote.pricing.pipeline;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A named thread that works off a bounded queue, first in first out.
 *
 * <p>Whoever puts into a full queue waits, so that a slow component slows down everything before it, up to the socket.
 */
public final class Lane {
    private final BlockingQueue<Handoff<?>> queue;
    private final Thread thread;
    private boolean ended;

    /** One item on its way to a component of this lane. */
    private record Handoff<T>(Inlet<T> component, T item) {
        void deliver() {
            component.put(item);
        }
    }

    /** A lane that is not started yet; what is put before it starts waits. */
    public Lane(String name, int capacity, Thread.UncaughtExceptionHandler onFailure) {
        this.queue = new ArrayBlockingQueue<>(capacity);
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler(onFailure);
    }

    void start() {
        thread.start();
    }

    /** The way to a component that is to run on this lane's thread. */
    public <T> Inlet<T> to(Inlet<T> component) {
        return item -> enqueue(new Handoff<>(component, item));
    }

    private void enqueue(Handoff<?> handoff) {
        try {
            queue.put(handoff);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LaneStopped();
        }
    }

    private void run() {
        try {
            while (!ended) {
                queue.take().deliver();
            }
        } catch (InterruptedException | LaneStopped e) {
            // told to end
        }
    }

    /** Waits until everything that was put before has been worked on; false when the deadline came first. */
    boolean drain(long deadlineNs) {
        CountDownLatch drained = new CountDownLatch(1);
        Handoff<?> mark = new Handoff<>(CountDownLatch::countDown, drained);
        try {
            return queue.offer(mark, Math.max(0, deadlineNs - System.nanoTime()), TimeUnit.NANOSECONDS)
                    && drained.await(Math.max(0, deadlineNs - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Lets the thread work off its queue and end, or interrupts it at the deadline (on the clock of nanoTime). */
    void finish(long deadlineNs) {
        Handoff<?> end = new Handoff<>(lane -> lane.ended = true, this);
        try {
            if (queue.offer(end, Math.max(0, deadlineNs - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, deadlineNs - System.nanoTime()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread.interrupt();
    }
}
