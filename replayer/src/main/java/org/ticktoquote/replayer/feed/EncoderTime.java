package org.ticktoquote.replayer.feed;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * What the ticks of a session took in the encoder of a plug-in: time, and memory of the thread that sends, which allocates
 * nothing else meanwhile. Written by that thread, to be read when it has stopped; allocates nothing.
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

    /** An opening was encoded: of a new session, or for an application that joins the current one. */
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

    /** The last tick was encoded. */
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

    /** Name of its class. */
    public String encoder() {
        return encoder;
    }

    /** 0 where there was no tick. */
    public long meanNs() {
        return ticks == 0 ? 0 : totalNs / ticks;
    }

    public long longestNs() {
        return longestNs;
    }

    /** The tick that took longest. */
    public long longestTickId() {
        return longestTickId;
    }

    /** What a tick allocated on average, in bytes; 0 before the session's end. */
    public long allocatedPerTick() {
        return ticks == 0 ? 0 : allocatedBytes / ticks;
    }
}
