package org.ticktoquote.wire.packet;

import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.wire.capture.CapturedBytes;

/**
 * A UDP datagram or a TCP segment of a capture, in place: valid during the call that hands it on, and then used again.
 *
 * <p>No allocation; one thread at a time.
 */
public final class Packet extends CapturedBytes {
    public static final int TCP = 6;
    public static final int UDP = 17;

    public static final int FIN = 0x01;
    public static final int SYN = 0x02;
    public static final int RST = 0x04;
    public static final int ACK = 0x10;

    /**
     * Number of its connection, or of its pair of addresses that exchange datagrams; -1 where it has none. Set by what reads
     * streams.
     */
    public int conversation = -1;

    /** {@link #TCP} or {@link #UDP}. */
    public int protocol;

    /** 4 or 6. */
    public int version;

    public final PacketAddress from = new PacketAddress();
    public final PacketAddress to = new PacketAddress();

    /** Identification of the IP packet; 0 where there is none. */
    public int identification;

    /** Sequence number as it stands there, 32 bits. TCP only, like those that follow. */
    public int sequence;

    /** Acknowledged number as it stands there, 32 bits. */
    public int acknowledged;

    /** {@link #FIN}, {@link #SYN} and the others of the header. */
    public int flags;

    /** As it stands there, not scaled. */
    public int window;

    /** With a buffer of its own, of payload. */
    public Packet() {
        super(new UnsafeBuffer(0, 0));
    }

    /** Whether a flag is set. */
    public boolean has(int flag) {
        return (flags & flag) != 0;
    }

    /** Becomes a copy of another packet, with as much of its payload as the buffer has room for. */
    public void copy(Packet other) {
        copyBytes(other);
        conversation = other.conversation;
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
