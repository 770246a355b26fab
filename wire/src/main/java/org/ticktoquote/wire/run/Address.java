package org.ticktoquote.wire.run;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import org.ticktoquote.wire.packet.Packet;

/** Where datagrams go. */
record Address(long high, long low, int port) {
    private static final int IPV4 = 4;
    private static final int IPV6 = 16;

    static Address to(Packet packet) {
        return new Address(packet.toHigh, packet.toLow, packet.toPort);
    }

    boolean isOf(Packet packet) {
        return packet.toPort == port && packet.toLow == low && packet.toHigh == high;
    }

    InetSocketAddress socket() {
        ByteBuffer bytes = high == 0 && low >>> Integer.SIZE == 0
                ? ByteBuffer.allocate(IPV4).putInt((int) low)
                : ByteBuffer.allocate(IPV6).putLong(high).putLong(low);
        try {
            return new InetSocketAddress(InetAddress.getByAddress(bytes.array()), port);
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
