package org.ticktoquote.wire.packet;

/** Takes the packets of a capture, one after another in the order of their times. */
@FunctionalInterface
public interface PacketHandler {
    /** The packet and its bytes may be used during the call only. */
    void packet(Packet packet);

    /** The same after a step for each packet. */
    default PacketHandler after(Runnable step) {
        return packet -> {
            step.run();
            packet(packet);
        };
    }
}
