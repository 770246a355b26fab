package org.ticktoquote.wire.packet;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.net.Endpoint;

/** Address and port of an end of a packet, which change with the packet. No allocation but for {@link #socket}. */
public final class PacketAddress {
    /** Before the 32 bits of an address of IPv4 in {@link #low}, as in {@code ::ffff:10.0.0.1}. */
    public static final long IPV4 = 0xFFFF_0000_0000L;

    /** The upper half of an address of IPv6. */
    public long high;

    public long low;
    public int port;

    /** Becomes a copy of another one. */
    public void set(PacketAddress other) {
        high = other.high;
        low = other.low;
        port = other.port;
    }

    /** As an object of its own. */
    public InetSocketAddress socket() {
        byte[] bytes = ByteBuffer.allocate(16).putLong(high).putLong(low).array();
        try {
            return new InetSocketAddress(InetAddress.getByAddress(bytes), port);
        } catch (UnknownHostException e) {
            throw new AssertionError("16 bytes are an address", e);
        }
    }

    /** As options take it: {@code HOST:PORT}, with brackets around an address of IPv6. */
    public static String text(InetSocketAddress address) {
        return new Endpoint(address.getAddress().getHostAddress(), address.getPort()).toString();
    }

    @Override
    public boolean equals(@Nullable Object object) {
        return object instanceof PacketAddress other && low == other.low && port == other.port && high == other.high;
    }

    @Override
    public int hashCode() {
        long mixed = (high * 31 + low) * 0x9E3779B97F4A7C15L + port;
        mixed = (mixed ^ mixed >>> 32) * 0xD6E8FEB86659FD93L;
        return (int) (mixed >>> 32);
    }
}
