package org.ticktoquote.wire.packet;

/** Takes the packets of a capture, one after another in the order of their times. */
@FunctionalInterface
public interface PacketHandler {
    /** The packet and its bytes may be used during the call only. */
    void packet(Packet packet);
}
