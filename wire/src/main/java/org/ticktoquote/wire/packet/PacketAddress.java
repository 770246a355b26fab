package org.ticktoquote.wire.packet;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.net.Endpoint;

/** Mutable IP address and port of one end of a packet. No allocation except in {@link #socket}. */
public final class PacketAddress {
    /** Prefix of an IPv4 address in {@link #low}, as in {@code ::ffff:10.0.0.1}. */
    public static final long IPV4 = 0xFFFF_0000_0000L;

    /** Upper half of an IPv6 address. */
    public long high;

    public long low;
    public int port;

    public void set(PacketAddress other) {
        setIp(other.high, other.low);
        port = other.port;
    }

    void setIp(long upper, long lower) {
        high = upper;
        low = lower;
    }

    /** Returns a new address object. */
    public InetSocketAddress socket() {
        byte[] bytes = ByteBuffer.allocate(16).putLong(high).putLong(low).array();
        try {
            return new InetSocketAddress(InetAddress.getByAddress(bytes), port);
        } catch (UnknownHostException e) {
            throw new AssertionError("16 bytes are an address", e);
        }
    }

    /** Formats an address as options accept it: {@code HOST:PORT}, with brackets around an IPv6 address. */
    public static String text(InetSocketAddress address) {
        return new Endpoint(address.getAddress().getHostAddress(), address.getPort()).toString();
    }

    @Override
    public boolean equals(@Nullable Object object) {
        return object instanceof PacketAddress other && low == other.low && port == other.port && high == other.high;
    }

    @Override
    public int hashCode() {
        return (int) ContentHash.mix(ContentHash.mix(high * 31 + low, port), 0);
    }
}
