package org.ticktoquote.wire.stream;

import java.util.Arrays;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.packet.PacketAddress;

/**
 * A TCP segment of a test, between a client (10.0.0.1:40000) and a server (10.0.0.2:9001).
 *
 * @param data captured bytes of the payload
 * @param wireLength of the payload on the wire
 */
record Segmented(
        long timeNs,
        boolean client,
        int sequence,
        int acknowledged,
        int flags,
        int window,
        byte[] data,
        int wireLength) {
    static final int CLIENT = 0x0A000001;
    static final int SERVER = 0x0A000002;

    boolean has(int flag) {
        return (flags & flag) != 0;
    }

    Segmented cutTo(int captured) {
        byte[] rest = Arrays.copyOf(data, Math.min(captured, data.length));
        return new Segmented(timeNs, client, sequence, acknowledged, flags, window, rest, wireLength);
    }

    /** Copies the segment to a packet. */
    void to(Packet packet, long number) {
        byte[] frame = new byte[data.length + 7];
        System.arraycopy(data, 0, frame, 7, data.length);
        packet.buffer.wrap(frame);
        packet.offset = 7;
        packet.length = data.length;
        packet.wireLength = wireLength;
        packet.timeNs = timeNs;
        packet.number = number;
        packet.protocol = Packet.TCP;
        packet.version = 4;
        packet.from.low = PacketAddress.IPV4 | (client ? CLIENT : SERVER);
        packet.from.port = client ? 40_000 : 9001;
        packet.to.low = PacketAddress.IPV4 | (client ? SERVER : CLIENT);
        packet.to.port = client ? 9001 : 40_000;
        packet.sequence = sequence;
        packet.acknowledged = acknowledged;
        packet.flags = flags;
        packet.window = window;
    }
}
