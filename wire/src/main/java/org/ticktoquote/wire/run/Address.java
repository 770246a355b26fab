package org.ticktoquote.wire.run;

import java.net.InetSocketAddress;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.packet.PacketAddress;

/** Where datagrams go. */
record Address(int version, long high, long low, int port) {
    static Address to(Packet packet) {
        return new Address(packet.version, packet.toHigh, packet.toLow, packet.toPort);
    }

    boolean isOf(Packet packet) {
        return packet.toPort == port && packet.toLow == low && packet.toHigh == high && packet.version == version;
    }

    InetSocketAddress socket() {
        return PacketAddress.of(version, high, low, port);
    }
}
