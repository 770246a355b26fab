package org.ticktoquote.replayer.venue;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets one thread at a time at sessions, subscriptions and books: the pacer, or the thread that speaks with applications. The
 * pacer finds it shut only while a message of an application is answered; how often and for how long is counted.
 */
final class VenueGate {
    /** A pacer that waits is next, however much an application has just said. */
    private final ReentrantLock lock = new ReentrantLock(true);

    private final AtomicLong waits = new AtomicLong();
    private final AtomicLong waitedNs = new AtomicLong();

    /** For the pacer. */
    void enter() {
        if (!lock.tryLock()) {
            long startNs = System.nanoTime();
            lock.lock();
            waits.lazySet(waits.get() + 1);
            waitedNs.lazySet(waitedNs.get() + System.nanoTime() - startNs);
        }
    }

    /** For others. */
    void enterQuietly() {
        lock.lock();
    }

    void leave() {
        lock.unlock();
    }

    long waits() {
        return waits.get();
    }

    long waitedNs() {
        return waitedNs.get();
    }
}
