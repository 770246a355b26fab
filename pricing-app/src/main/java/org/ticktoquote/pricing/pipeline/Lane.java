package org.ticktoquote.pricing.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.ticktoquote.core.command.DaemonThread;

/**
 * Named thread with a bounded queue, first in, first out.
 *
 * <p>A full queue blocks the caller, so that a slow component slows down all earlier ones, up to the socket.
 */
public final class Lane {
    private static final int MAX_BATCH = 64;

    private final BlockingQueue<Runnable> queue;
    private final Thread thread;
    private final List<Runnable> atBatchEnd = new ArrayList<>();
    private boolean ended;

    /** Creates a lane that is not started. Items wait until it starts. */
    public Lane(String name, int capacity, Thread.UncaughtExceptionHandler onFailure) {
        this.queue = new ArrayBlockingQueue<>(capacity);
        this.thread = DaemonThread.of(name, this::run, onFailure);
    }

    /**
     * Adds work to run on this lane's thread when the queue is empty or {@value #MAX_BATCH} items have been processed.
     * Call before the lane starts.
     */
    public void atBatchEnd(Runnable work) {
        atBatchEnd.add(work);
    }

    void start() {
        thread.start();
    }

    /** Returns the input of a component on this lane's thread. */
    public <T> Input<T> to(Input<T> component) {
        return item -> enqueue(() -> component.put(item));
    }

    private void enqueue(Runnable handoff) {
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

    private void batch(Runnable first) {
        Runnable next = first;
        for (int items = 1; next != null; items++) {
            next.run();
            next = ended || items == MAX_BATCH ? null : queue.poll();
        }
        endBatch();
    }

    private void endBatch() {
        atBatchEnd.forEach(Runnable::run);
    }

    /** Waits until all earlier items have been processed. Returns false if the deadline passes first. */
    boolean drain(long deadlineNs) {
        CountDownLatch drained = new CountDownLatch(1);
        Runnable mark = () -> {
            endBatch();
            drained.countDown();
        };
        try {
            return queue.offer(mark, Math.max(0, deadlineNs - System.nanoTime()), TimeUnit.NANOSECONDS)
                    && drained.await(Math.max(0, deadlineNs - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Lets the thread process its queue and end. Interrupts it at the deadline, a value of {@code System.nanoTime}. */
    void finish(long deadlineNs) {
        Runnable end = () -> ended = true;
        try {
            if (queue.offer(end, Math.max(0, deadlineNs - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, deadlineNs - System.nanoTime()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread.interrupt();
    }

    /** Unwinds a thread that was asked to end while it waited for room in a queue. Not an error. */
    public static final class LaneStopped extends RuntimeException {
        private static final long serialVersionUID = 1L;

        LaneStopped() {
            super("stopped", null, false, false);
        }
    }
}
