package org.ticktoquote.pricing.pipeline;

import java.util.ArrayList;
import java.util.List;
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
    private static final int MOST_IN_BATCH = 64;

    private final BlockingQueue<Handoff<?>> queue;
    private final Thread thread;
    private final List<Runnable> atBatchEnd = new ArrayList<>();
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

    /**
     * What is to be done, on this lane's thread, when the queue is empty for the moment or {@value #MOST_IN_BATCH} items have
     * been worked on; to be said before the lane starts.
     */
    public void atBatchEnd(Runnable work) {
        atBatchEnd.add(work);
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
                batch(queue.take());
            }
        } catch (InterruptedException | LaneStopped e) {
            // asked to end
        }
    }

    private void batch(Handoff<?> first) {
        Handoff<?> next = first;
        for (int items = 1; next != null; items++) {
            next.deliver();
            next = ended || items == MOST_IN_BATCH ? null : queue.poll();
        }
        endBatch();
    }

    private void endBatch() {
        atBatchEnd.forEach(Runnable::run);
    }

    /** Waits until everything that was put before has been worked on; false when the deadline came first. */
    boolean drain(long deadlineNs) {
        CountDownLatch drained = new CountDownLatch(1);
        Handoff<?> mark = new Handoff<>(
                latch -> {
                    endBatch();
                    latch.countDown();
                },
                drained);
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

    /** The thread was asked to end while it waited for room in a queue; it unwinds the thread, and is not an error. */
    public static final class LaneStopped extends RuntimeException {
        private static final long serialVersionUID = 1L;

        LaneStopped() {
            super("stopped", null, false, false);
        }
    }
}
