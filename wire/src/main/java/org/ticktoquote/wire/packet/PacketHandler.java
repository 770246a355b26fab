package org.ticktoquote.wire.packet;

/** Receives the packets of a capture in time order. */
@FunctionalInterface
public interface PacketHandler {
    /** @param packet packet that is valid during the call only, like its bytes */
    void packet(Packet packet);
}
