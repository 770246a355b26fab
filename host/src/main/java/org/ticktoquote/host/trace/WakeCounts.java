package org.ticktoquote.host.trace;

import java.util.Map;

/**
 * Wake-ups that the kernel counted, of all threads of the host.
 *
 * @param wakes number by waker and woken thread
 * @param sends packets by sending thread
 * @param dropped whether the kernel's table was full
 */
public record WakeCounts(Map<Pair, Long> wakes, Map<Long, Long> sends, boolean dropped) {
    /** Thread ids of the waker, 0 where a CPU was idle, and of the woken thread. */
    public record Pair(long from, long to) {}

    public WakeCounts {
        wakes = Map.copyOf(wakes);
        sends = Map.copyOf(sends);
    }

    /** A counter in the kernel; nothing of it is left when it is closed. */
    public interface Counter extends AutoCloseable {
        /** In words, as in {@code counted by the kernel in a BPF map}. */
        String words();

        /** Counts so far. */
        WakeCounts counts();

        @Override
        void close();
    }
}
