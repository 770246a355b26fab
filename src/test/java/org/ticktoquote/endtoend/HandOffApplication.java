package org.ticktoquote.endtoend;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * An application of 200 threads with known wake-ups: chains of four threads that pass on a token, seven for each of seven
 * kinds of hand-off, and four threads that only sleep. Prints each edge as {@code FROM TO}. A byte 1 on standard input starts a
 * thread {@code late-N}, a byte 0 ends the latest of these; the end of the input ends the application.
 */
public final class HandOffApplication {
    static final int THREADS = 200;
    static final int CHAINS = 7;
    static final int LENGTH = 4;

    /** Passes a token from one thread to another. */
    private interface HandOff {
        void give() throws Exception;

        void take() throws Exception;
    }

    private static final Map<String, Callable<HandOff>> KINDS = new TreeMap<>(Map.of(
            "park", Parking::new,
            "monitor", Monitor::new,
            "queue", () -> ofQueue(new ArrayBlockingQueue<>(1_000)),
            "rendez", () -> ofQueue(new SynchronousQueue<>()),
            "sema", Permits::new,
            "cond", Signalled::new,
            "pipe", Piped::new));

    private HandOffApplication() {}

    public static void main(String[] arguments) throws Exception {
        for (Map.Entry<String, Callable<HandOff>> kind : KINDS.entrySet()) {
            for (int chain = 0; chain < CHAINS; chain++) {
                chain(kind.getKey() + "-" + chain, kind.getValue());
            }
        }
        for (int i = KINDS.size() * CHAINS * LENGTH; i < THREADS; i++) {
            start("idle-" + i, () -> Thread.sleep(1_000));
        }
        System.out.println("ready");
        Deque<Thread> late = new ArrayDeque<>();
        for (int read = System.in.read(); read >= 0; read = System.in.read()) {
            if (read == 1) {
                late.push(start("late-" + late.size(), () -> Thread.sleep(1_000)));
            } else {
                late.pop().interrupt();
            }
        }
        System.exit(0);
    }

    private static void chain(String name, Callable<HandOff> kind) throws Exception {
        List<HandOff> links = List.of(kind.call(), kind.call(), kind.call());
        Random random = new Random(name.hashCode());
        for (int i = LENGTH - 1; i > 0; i--) {
            HandOff before = links.get(i - 1);
            HandOff after = i < LENGTH - 1 ? links.get(i) : null;
            System.out.println(name + "-" + (i - 1) + " " + name + "-" + i);
            start(name + "-" + i, () -> {
                before.take();
                if (after != null) {
                    after.give();
                }
            });
        }
        start(name + "-0", () -> {
            Thread.sleep(15 + random.nextInt(30));
            links.get(0).give();
        });
    }

    private interface Step {
        void run() throws Exception;
    }

    private static Thread start(String name, Step step) {
        Thread thread = new Thread(
                () -> {
                    try {
                        while (true) {
                            step.run();
                        }
                    } catch (Exception ended) {
                        // the thread ends
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static final class Parking implements HandOff {
        private final AtomicInteger tokens = new AtomicInteger();
        private volatile Thread taker;

        @Override
        public void give() {
            tokens.incrementAndGet();
            LockSupport.unpark(taker);
        }

        @Override
        public void take() {
            taker = Thread.currentThread();
            while (tokens.get() == 0) {
                LockSupport.park();
            }
            tokens.decrementAndGet();
        }
    }

    private static final class Monitor implements HandOff {
        private int tokens;

        @Override
        public synchronized void give() {
            tokens++;
            notify();
        }

        @Override
        public synchronized void take() throws InterruptedException {
            while (tokens == 0) {
                wait();
            }
            tokens--;
        }
    }

    private static HandOff ofQueue(BlockingQueue<Object> queue) {
        return new HandOff() {
            @Override
            public void give() throws InterruptedException {
                queue.put(queue);
            }

            @Override
            public void take() throws InterruptedException {
                queue.take();
            }
        };
    }

    private static final class Permits implements HandOff {
        private final Semaphore permits = new Semaphore(0);

        @Override
        public void give() {
            permits.release();
        }

        @Override
        public void take() throws InterruptedException {
            permits.acquire();
        }
    }

    private static final class Signalled implements HandOff {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition given = lock.newCondition();
        private int tokens;

        @Override
        public void give() {
            lock.lock();
            tokens++;
            given.signal();
            lock.unlock();
        }

        @Override
        public void take() throws InterruptedException {
            lock.lock();
            while (tokens == 0) {
                given.await();
            }
            tokens--;
            lock.unlock();
        }
    }

    private static final class Piped implements HandOff {
        private final Pipe pipe;

        private Piped() throws IOException {
            pipe = Pipe.open();
        }

        @Override
        public void give() throws IOException {
            pipe.sink().write(ByteBuffer.allocate(1));
        }

        @Override
        public void take() throws IOException {
            pipe.source().read(ByteBuffer.allocate(1));
        }
    }
}
