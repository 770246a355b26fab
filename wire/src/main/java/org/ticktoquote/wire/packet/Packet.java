package org.ticktoquote.wire.packet;

import org.ticktoquote.wire.capture.CapturedBytes;

/**
 * UDP datagram or TCP segment of a capture, in place. Valid during the call that delivers it; then reused.
 *
 * <p>No allocation. One thread at a time.
 */
public final class Packet extends CapturedBytes {
    public static final int TCP = 6;
    public static final int UDP = 17;

    public static final int FIN = 0x01;
    public static final int SYN = 0x02;
    public static final int RST = 0x04;
    public static final int ACK = 0x10;

    /** Number of its TCP connection, or of its pair of addresses for UDP; -1 for none. Set by the reader of streams. */
    public int stream = -1;

    /** {@link #TCP} or {@link #UDP}. */
    public int protocol;

    /** IP version: 4 or 6. */
    public int version;

    public final PacketAddress from = new PacketAddress();
    public final PacketAddress to = new PacketAddress();

    /** Identification of the IP packet; 0 for none. */
    public int identification;

    /** Raw 32-bit sequence number. Valid for TCP only, like the fields below. */
    public int sequence;

    /** Raw 32-bit acknowledgement number. */
    public int acknowledged;

    /** Header flags: {@link #FIN}, {@link #SYN} and the others. */
    public int flags;

    /** Raw window, not scaled. */
    public int window;

    public boolean has(int flag) {
        return (flags & flag) != 0;
    }

    /** Copies another packet, with as much of its payload as the buffer can hold. */
    public void copy(Packet other) {
        copyBytes(other);
        stream = other.stream;
        protocol = other.protocol;
        version = other.version;
        from.set(other.from);
        to.set(other.to);
        identification = other.identification;
        sequence = other.sequence;
        acknowledged = other.acknowledged;
        flags = other.flags;
        window = other.window;
    }
}
