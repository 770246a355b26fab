package org.ticktoquote.wire.stream;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.packet.PacketAddress;

/** Mutable addresses of both ends of a connection. Both directions are equal. Only lookup keys are modified. */
public final class Endpoints {
    final PacketAddress from = new PacketAddress();
    final PacketAddress to = new PacketAddress();

    /** Sets the addresses of a packet. */
    public Endpoints set(Packet packet) {
        from.set(packet.from);
        to.set(packet.to);
        return this;
    }

    /** Returns whether both are the same direction of one connection. */
    boolean isForward(Endpoints other) {
        return from.equals(other.from) && to.equals(other.to);
    }

    @Override
    public boolean equals(@Nullable Object object) {
        return object instanceof Endpoints other
                && (isForward(other) || from.equals(other.to) && to.equals(other.from));
    }

    @Override
    public int hashCode() {
        return from.hashCode() + to.hashCode();
    }
}
