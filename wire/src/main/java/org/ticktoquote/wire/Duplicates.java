package org.ticktoquote.wire;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * Recognises a datagram that was captured more than once, as a mirror of both directions or {@code -i any} does: the same
 * addresses, IP identification and bytes within a millisecond.
 *
 * <p>A sender that repeats itself gives each packet another identification; where it gives none (0; IPv6 has none), equal
 * payloads within that time are taken for one datagram.
 */
final class Duplicates {
    private static final long WITHIN_NS = 1_000_000;
    private static final int MOST = 4096;

    private final Deque<Seen> recent = new ArrayDeque<>();
    private final Set<Identity> identities = new HashSet<>();
    private long count;

    /** Of the payload the content counts. */
    private record Identity(InetSocketAddress from, InetSocketAddress to, int identification, ByteBuffer payload) {}

    private record Seen(long timeNs, Identity identity) {}

    /** Whether the datagram was there before; remembers it. */
    boolean isOne(Datagram datagram) {
        if (!datagram.timed()) {
            return false;
        }
        while (!recent.isEmpty() && (recent.size() == MOST || isPast(recent.getFirst(), datagram.timeNs()))) {
            identities.remove(recent.removeFirst().identity());
        }
        Identity identity = new Identity(datagram.from(), datagram.to(), datagram.identification(), datagram.payload());
        if (identities.add(identity)) {
            recent.addLast(new Seen(datagram.timeNs(), identity));
            return false;
        }
        count++;
        return true;
    }

    /** Captures are not in time order: what is far ahead is forgotten too. */
    private static boolean isPast(Seen seen, long nowNs) {
        return nowNs - seen.timeNs() > WITHIN_NS || seen.timeNs() - nowNs > WITHIN_NS;
    }

    long count() {
        return count;
    }
}
