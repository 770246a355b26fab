package org.ticktoquote.pricing.fix;

import java.util.concurrent.atomic.AtomicIntegerArray;

/** Numbers the logons of every session, so that what was meant for one never reaches the next. Thread-safe. */
final class Logons {
    private final AtomicIntegerArray count;
    private final AtomicIntegerArray present;

    Logons(int sessions) {
        this.count = new AtomicIntegerArray(sessions);
        this.present = new AtomicIntegerArray(sessions);
    }

    void begin(int session) {
        present.set(session, count.incrementAndGet(session));
    }

    /** Whether the session was logged on until now. */
    boolean end(int session) {
        return present.getAndSet(session, 0) != 0;
    }

    /** From 1; 0 when the session is not logged on. */
    int present(int session) {
        return present.get(session);
    }
}
