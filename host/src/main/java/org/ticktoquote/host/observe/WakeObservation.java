package org.ticktoquote.host.observe;

import java.util.Map;
import java.util.Set;
import org.ticktoquote.host.graph.ThreadGraph.Source;
import org.ticktoquote.host.trace.WakeCounts.Pair;

/**
 * Who woke whom during an observation.
 *
 * @param wakes number by waker and woken thread
 * @param senders threads that sent packets or wrote into sockets
 * @param receivers threads that read from sockets, as far as the source knows
 * @param names full names by thread id, as far as the source knows
 * @param source with its limits
 */
record WakeObservation(
        Map<Pair, Long> wakes, Set<Long> senders, Set<Long> receivers, Map<Long, String> names, Source source) {
    WakeObservation {
        wakes = Map.copyOf(wakes);
        senders = Set.copyOf(senders);
        receivers = Set.copyOf(receivers);
        names = Map.copyOf(names);
    }
}
