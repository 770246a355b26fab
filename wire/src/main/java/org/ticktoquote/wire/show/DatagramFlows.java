package org.ticktoquote.wire.show;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.wire.packet.Packet;

/**
 * Numbers pairs of addresses that exchange datagrams, in the order of their first ones. One thread; allocates where a datagram is of
 * another pair than the one before.
 */
final class DatagramFlows {
    /** Further pairs have no number, so that memory is bounded. */
    static final int MOST = 1 << 16;

    private final Map<Pair, Integer> numbers = new HashMap<>();
    private @Nullable Pair last;
    private int lastNumber;

    private record Pair(int version, long fromHigh, long fromLow, int fromPort, long toHigh, long toLow, int toPort) {
        static Pair of(Packet packet) {
            return new Pair(
                    packet.version,
                    packet.fromHigh,
                    packet.fromLow,
                    packet.fromPort,
                    packet.toHigh,
                    packet.toLow,
                    packet.toPort);
        }

        boolean isOf(Packet packet) {
            return packet.toPort == toPort
                    && packet.toLow == toLow
                    && packet.fromPort == fromPort
                    && packet.fromLow == fromLow
                    && packet.toHigh == toHigh
                    && packet.fromHigh == fromHigh
                    && packet.version == version;
        }

        /** The other way round. */
        @SuppressWarnings("ArgumentSelectionDefectChecker")
        Pair back() {
            return new Pair(version, toHigh, toLow, toPort, fromHigh, fromLow, fromPort);
        }
    }

    /** Returns the number of the packet's pair, from 0; -1 where there are too many. */
    int number(Packet packet) {
        if (last == null || !last.isOf(packet)) {
            last = Pair.of(packet);
            @Nullable Integer known = numbers.getOrDefault(last, numbers.get(last.back()));
            lastNumber = known != null ? known : numbers.size() == MOST ? -1 : numbers.size();
            if (known == null && lastNumber >= 0) {
                numbers.put(last, lastNumber);
            }
        }
        return lastNumber;
    }
}
