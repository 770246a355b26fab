package org.ticktoquote.wire.show;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.wire.packet.Packet;

/**
 * Numbers pairs of addresses that exchange datagrams, in the order of their first ones. One thread; allocates for the first
 * datagram of a pair only.
 */
final class DatagramFlows {
    /** Further pairs have no number, so that memory is bounded. */
    static final int MOST = 1 << 16;

    private final Map<ByteBuffer, Integer> numbers = new HashMap<>();
    /** Both ends of a packet, in the order that is the same for the way back. */
    private final ByteBuffer ends = ByteBuffer.allocate(1 + 2 * (2 * Long.BYTES + Integer.BYTES));

    /** Returns the number of the packet's pair, from 0; -1 where there are too many. */
    int number(Packet packet) {
        ends.clear().put((byte) packet.version);
        if (isBack(packet)) {
            put(packet.toHigh, packet.toLow, packet.toPort);
            put(packet.fromHigh, packet.fromLow, packet.fromPort);
        } else {
            put(packet.fromHigh, packet.fromLow, packet.fromPort);
            put(packet.toHigh, packet.toLow, packet.toPort);
        }
        @Nullable Integer known = numbers.get(ends.flip());
        int number = known != null ? known : numbers.size() == MOST ? -1 : numbers.size();
        if (known == null && number >= 0) {
            numbers.put(ByteBuffer.wrap(ends.array().clone()), number);
        }
        return number;
    }

    private static boolean isBack(Packet packet) {
        return packet.fromPort != packet.toPort
                ? packet.fromPort > packet.toPort
                : packet.fromLow != packet.toLow ? packet.fromLow > packet.toLow : packet.fromHigh > packet.toHigh;
    }

    private void put(long high, long low, int port) {
        ends.putLong(high).putLong(low).putInt(port);
    }
}
