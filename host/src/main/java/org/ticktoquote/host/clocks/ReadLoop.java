package org.ticktoquote.host.clocks;

import java.util.concurrent.atomic.AtomicLong;

/** The loops over readings of one clock, compiled for that clock alone. Not thread-safe: each thread takes one of its own. */
interface ReadLoop {
    /** Reads the clock so many times; the sum keeps every reading alive. Allocates nothing of its own. */
    long block(int calls);

    /** Fills the array with consecutive readings. */
    void fill(long[] values);

    /**
     * Reads the clock in turns with others who hold the same {@code newest}: whoever sees a value there that another CPU
     * has read must read no smaller one.
     */
    void race(AtomicLong newest, int rounds, Ordering ordering);

    /** Reads the clock once. */
    long read();

    /** What one thread saw in a race; in the clock's own unit. */
    final class Ordering {
        long reads;
        long handovers;
        long violations;
        long worst;

        void violated(long by) {
            violations++;
            worst = Math.max(worst, by);
        }
    }
}
