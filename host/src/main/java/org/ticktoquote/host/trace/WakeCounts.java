package org.ticktoquote.host.trace;

import java.util.Map;
import java.util.Set;

/**
 * Wake-ups, and threads at the network.
 *
 * @param wakes number by waker and woken thread
 * @param senders threads that sent packets or wrote into sockets
 * @param receivers threads that read from sockets, as far as the source knows
 * @param names full names by thread id, as far as the source knows
 * @param seconds for which was counted
 * @param limits of the source in words
 */
public record WakeCounts(
        Map<Pair, Long> wakes,
        Set<Long> senders,
        Set<Long> receivers,
        Map<Long, String> names,
        double seconds,
        String limits) {
    /** Thread ids of the waker, 0 where a CPU was idle, and of the woken thread. */
    public record Pair(long from, long to) {}
}
