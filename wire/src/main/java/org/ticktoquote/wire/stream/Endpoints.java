package org.ticktoquote.wire.stream;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import org.ticktoquote.wire.packet.Packet;

/** Addresses and ports of both ends of a connection; equal in both directions. Changes only while it looks one up. */
final class Endpoints {
    private long fromHigh;
    private long fromLow;
    private long toHigh;
    private long toLow;
    private int fromPort;
    private int toPort;
    private int version;

    /** Becomes those of a packet. */
    Endpoints set(Packet packet) {
        fromHigh = packet.fromHigh;
        fromLow = packet.fromLow;
        fromPort = packet.fromPort;
        toHigh = packet.toHigh;
        toLow = packet.toLow;
        toPort = packet.toPort;
        version = packet.version;
        return this;
    }

    /** Whether a packet of the connection goes the way of the packet that these were set by. */
    boolean isForward(Packet packet) {
        return goes(packet.fromHigh, packet.fromLow, packet.fromPort, packet.toHigh, packet.toLow, packet.toPort);
    }

    private boolean goes(long high, long low, int port, long otherHigh, long otherLow, int otherPort) {
        return fromLow == low
                && fromPort == port
                && toPort == otherPort
                && toLow == otherLow
                && fromHigh == high
                && toHigh == otherHigh;
    }

    @Override
    public boolean equals(Object object) {
        return object instanceof Endpoints other
                && version == other.version
                && (goes(other.fromHigh, other.fromLow, other.fromPort, other.toHigh, other.toLow, other.toPort)
                        || goes(other.toHigh, other.toLow, other.toPort, other.fromHigh, other.fromLow, other.fromPort));
    }

    @Override
    public int hashCode() {
        return hash(fromHigh, fromLow, fromPort) + hash(toHigh, toLow, toPort);
    }

    private static int hash(long high, long low, int port) {
        long mixed = (high * 31 + low) * 0x9E3779B97F4A7C15L + port;
        mixed = (mixed ^ mixed >>> 32) * 0xD6E8FEB86659FD93L;
        return (int) (mixed >>> 32);
    }

    InetSocketAddress from() {
        return address(fromHigh, fromLow, fromPort);
    }

    InetSocketAddress to() {
        return address(toHigh, toLow, toPort);
    }

    private InetSocketAddress address(long high, long low, int port) {
        byte[] bytes = version == 4
                ? ByteBuffer.allocate(4).putInt((int) low).array()
                : ByteBuffer.allocate(16).putLong(high).putLong(low).array();
        try {
            return new InetSocketAddress(InetAddress.getByAddress(bytes), port);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }
}
