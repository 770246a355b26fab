package org.ticktoquote.wire.stream;

import java.net.InetSocketAddress;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.packet.PacketAddress;

/** Addresses and ports of both ends of a connection; equal in both directions. Changes only while it looks one up. */
public final class Endpoints {
    private static final int FROM = 0;
    private static final int TO = 3;
    private static final int VERSION = 6;

    /** Two halves of an address and a port of each end, and the version of IP. */
    private final long[] all = new long[7];

    /** Becomes those of a packet. */
    public Endpoints set(Packet packet) {
        all[FROM] = packet.fromHigh;
        all[FROM + 1] = packet.fromLow;
        all[FROM + 2] = packet.fromPort;
        all[TO] = packet.toHigh;
        all[TO + 1] = packet.toLow;
        all[TO + 2] = packet.toPort;
        all[VERSION] = packet.version;
        return this;
    }

    /** Whether they are of the same direction, both being those of one connection. */
    boolean isForward(Endpoints other) {
        return sameEnd(FROM, other.all, FROM) && sameEnd(TO, other.all, TO);
    }

    @Override
    public boolean equals(Object object) {
        return object instanceof Endpoints other
                && all[VERSION] == other.all[VERSION]
                && (isForward(other) || sameEnd(FROM, other.all, TO) && sameEnd(TO, other.all, FROM));
    }

    private boolean sameEnd(int at, long[] other, int from) {
        return all[at + 1] == other[from + 1] && all[at + 2] == other[from + 2] && all[at] == other[from];
    }

    @Override
    public int hashCode() {
        return hash(FROM) + hash(TO);
    }

    private int hash(int at) {
        long mixed = (all[at] * 31 + all[at + 1]) * 0x9E3779B97F4A7C15L + all[at + 2];
        mixed = (mixed ^ mixed >>> 32) * 0xD6E8FEB86659FD93L;
        return (int) (mixed >>> 32);
    }

    InetSocketAddress from() {
        return address(FROM);
    }

    InetSocketAddress to() {
        return address(TO);
    }

    private InetSocketAddress address(int at) {
        return PacketAddress.of((int) all[VERSION], all[at], all[at + 1], (int) all[at + 2]);
    }
}
