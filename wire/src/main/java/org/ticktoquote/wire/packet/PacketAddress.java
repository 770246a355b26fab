package org.ticktoquote.wire.packet;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;

/** Makes addresses of the numbers that a {@link Packet} has. Allocates. */
public final class PacketAddress {
    private PacketAddress() {}

    /** The sender of a packet. */
    public static InetSocketAddress from(Packet packet) {
        return of(packet.version, packet.fromHigh, packet.fromLow, packet.fromPort);
    }

    /** The receiver of a packet. */
    public static InetSocketAddress to(Packet packet) {
        return of(packet.version, packet.toHigh, packet.toLow, packet.toPort);
    }

    /** Any other one, of IP version 4 or 6. */
    public static InetSocketAddress of(int version, long high, long low, int port) {
        byte[] bytes = version == 4
                ? ByteBuffer.allocate(4).putInt((int) low).array()
                : ByteBuffer.allocate(16).putLong(high).putLong(low).array();
        try {
            return new InetSocketAddress(InetAddress.getByAddress(bytes), port);
        } catch (UnknownHostException e) {
            throw new AssertionError("4 and 16 bytes are addresses", e);
        }
    }
}
