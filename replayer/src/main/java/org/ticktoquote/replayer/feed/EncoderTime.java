package org.ticktoquote.replayer.feed;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * Time and memory that a plug-in's encoder used for the ticks of a session. Memory is the sending thread's total allocation.
 * The thread's other work allocates only if a receiver joins, does not read, or is gone. Written by that thread and read after
 * it has stopped. Does not allocate.
 */
public final class EncoderTime {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final String encoder;
    private long session;
    private long ticks;
    private long totalNs;
    private long longestNs;
    private long longestTickId;
    private long allocatedBefore;
    private long allocatedBytes;

    EncoderTime(String encoder) {
        this.encoder = encoder;
    }

    /**
     * Resets the figures at the opening of a new session. An opening for an application that joins the current session has
     * no effect.
     */
    void begin(long number) {
        if (session != number) {
            session = number;
            clear();
        }
    }

    private void clear() {
        ticks = 0;
        totalNs = 0;
        longestNs = 0;
        longestTickId = 0;
        allocatedBytes = 0;
        allocatedBefore = THREADS.getCurrentThreadAllocatedBytes();
    }

    /** Called after the last tick of a session. */
    void end() {
        allocatedBytes = THREADS.getCurrentThreadAllocatedBytes() - allocatedBefore;
    }

    void add(long tickId, long ns) {
        ticks++;
        totalNs += ns;
        if (ns > longestNs) {
            longestNs = ns;
            longestTickId = tickId;
        }
    }

    /** Returns the encoder's class name. */
    public String encoder() {
        return encoder;
    }

    /** Returns the mean time per tick; 0 without ticks. */
    public long meanNs() {
        return ticks == 0 ? 0 : totalNs / ticks;
    }

    public long longestNs() {
        return longestNs;
    }

    public long longestTickId() {
        return longestTickId;
    }

    /** Returns the mean allocation per tick in bytes; 0 before the end of the session. */
    public long allocatedPerTick() {
        return ticks == 0 ? 0 : allocatedBytes / ticks;
    }
}
