package org.ticktoquote.wire.show;

import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.wire.packet.Packet;

/**
 * Numbers pairs of addresses that exchange datagrams, in the order of their first ones. One thread; allocates for new pairs only.
 */
final class DatagramFlows {
    /** Further pairs have no number, so that memory is bounded. */
    static final int MOST = 1 << 16;

    private final Long2ObjectHashMap<Pair> pairs = new Long2ObjectHashMap<>();
    private int count;

    private static final class Pair {
        private final long fromHigh;
        private final long fromLow;
        private final long toHigh;
        private final long toLow;
        private final int fromPort;
        private final int toPort;
        private final int version;
        private final int number;
        private final @Nullable Pair next;

        Pair(Packet first, int number, @Nullable Pair next) {
            this.fromHigh = first.fromHigh;
            this.fromLow = first.fromLow;
            this.toHigh = first.toHigh;
            this.toLow = first.toLow;
            this.fromPort = first.fromPort;
            this.toPort = first.toPort;
            this.version = first.version;
            this.number = number;
            this.next = next;
        }

        boolean has(Packet packet) {
            return packet.version == version
                    && (isFrom(packet.fromHigh, packet.fromLow, packet.fromPort)
                                    && isTo(packet.toHigh, packet.toLow, packet.toPort)
                            || isTo(packet.fromHigh, packet.fromLow, packet.fromPort)
                                    && isFrom(packet.toHigh, packet.toLow, packet.toPort));
        }

        private boolean isFrom(long high, long low, int port) {
            return low == fromLow && port == fromPort && high == fromHigh;
        }

        private boolean isTo(long high, long low, int port) {
            return low == toLow && port == toPort && high == toHigh;
        }
    }

    /** Returns the number of the packet's pair, from 0; -1 where there are too many. */
    int number(Packet packet) {
        long hash = hash(packet.fromHigh, packet.fromLow, packet.fromPort) + hash(packet.toHigh, packet.toLow, packet.toPort);
        @Nullable Pair first = pairs.get(hash);
        for (Pair pair = first; pair != null; pair = pair.next) {
            if (pair.has(packet)) {
                return pair.number;
            }
        }
        if (count == MOST) {
            return -1;
        }
        pairs.put(hash, new Pair(packet, count, first));
        return count++;
    }

    private static long hash(long high, long low, int port) {
        long mixed = ((high * 31 + low) * 31 + port) * 0x9E3779B97F4A7C15L;
        return (mixed ^ mixed >>> 32) * 0xD6E8FEB86659FD93L;
    }
}
