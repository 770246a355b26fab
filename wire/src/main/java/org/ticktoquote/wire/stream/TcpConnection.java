package org.ticktoquote.wire.stream;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.wire.packet.Packet;

/** Addresses and both directions of a TCP connection. Used again for another one. */
final class TcpConnection {
    private final TcpDirection forward;
    private final TcpDirection backward;
    private long fromHigh;
    private long fromLow;
    private long toHigh;
    private long toLow;
    private int fromPort;
    private int toPort;
    private int version;
    private int number;
    private boolean opener;

    /** In the order of the last packets; kept by {@link ConnectionTable}. */
    @Nullable
    TcpConnection older;

    @Nullable
    TcpConnection newer;

    TcpConnection(Streams streams) {
        forward = new TcpDirection(streams, this);
        backward = new TcpDirection(streams, this);
    }

    /** Begins with its first packet. */
    void begin(Packet first, int newNumber) {
        fromHigh = first.fromHigh;
        fromLow = first.fromLow;
        fromPort = first.fromPort;
        toHigh = first.toHigh;
        toLow = first.toLow;
        toPort = first.toPort;
        version = first.version;
        number = newNumber;
        opener = !(first.has(Packet.SYN) && first.has(Packet.ACK));
        forward.clear();
        backward.clear();
    }

    /** The same for both directions. */
    static int hash(Packet packet) {
        return hash(packet.fromHigh, packet.fromLow, packet.fromPort)
                + hash(packet.toHigh, packet.toLow, packet.toPort);
    }

    int hash() {
        return hash(fromHigh, fromLow, fromPort) + hash(toHigh, toLow, toPort);
    }

    private static int hash(long high, long low, int port) {
        long mixed = (high * 31 + low) * 0x9E3779B97F4A7C15L + port;
        mixed = (mixed ^ mixed >>> 32) * 0xD6E8FEB86659FD93L;
        return (int) (mixed >>> 32);
    }

    boolean sendsForward(Packet packet) {
        return packet.fromLow == fromLow
                && packet.fromPort == fromPort
                && packet.toPort == toPort
                && packet.toLow == toLow
                && packet.fromHigh == fromHigh
                && packet.toHigh == toHigh
                && packet.version == version;
    }

    boolean sendsBackward(Packet packet) {
        return packet.fromLow == toLow
                && packet.fromPort == toPort
                && packet.toPort == fromPort
                && packet.toLow == fromLow
                && packet.fromHigh == toHigh
                && packet.toHigh == fromHigh
                && packet.version == version;
    }

    TcpDirection sender(Packet packet) {
        return sendsForward(packet) ? forward : backward;
    }

    TcpDirection other(TcpDirection direction) {
        return direction == forward ? backward : forward;
    }

    boolean ended() {
        return forward.ended() && backward.ended();
    }

    boolean oneDirectional() {
        return forward.seen() != backward.seen();
    }

    void giveUp(StreamEnd how, long nowNs) {
        forward.giveUp(how, nowNs);
        backward.giveUp(how, nowNs);
    }

    /** Describes a direction to its reader. */
    Flow flow(TcpDirection direction) {
        boolean ahead = direction == forward;
        InetSocketAddress from = address(fromHigh, fromLow, fromPort);
        InetSocketAddress to = address(toHigh, toLow, toPort);
        return new Flow(number, ahead ? from : to, ahead ? to : from, ahead == opener, direction.fromStart());
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
