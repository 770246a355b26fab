package org.ticktoquote.core;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.stream.LongStream;

/** Bytes that the calling thread allocates. */
public final class Allocated {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Allocated() {}

    public static long by(Runnable work) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        work.run();
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    /** Returns the smallest number of several rounds, because the first ones initialise classes. */
    public static long fewestBy(int rounds, Runnable work) {
        return LongStream.range(0, rounds).map(round -> by(work)).min().orElseThrow();
    }
}
