package org.ticktoquote.wire.stamp;

import java.nio.ByteOrder;
import java.util.zip.CRC32;
import org.ticktoquote.wire.capture.Frame;

/**
 * Properties of an Ethernet frame that tell a stamp from payload: the end of its datagram, and whether it ends in its
 * CRC-32.
 *
 * <p>Reused from frame to frame. No allocation. All positions count from the start of the frame.
 */
final class FrameShape {
    static final int ETHERNET = 1;
    static final int UNKNOWN = -1;

    /** Length to which frames are padded before their FCS. */
    static final int MIN_LENGTH = 60;

    private static final int LLDP = 0x88CC;
    static final int IPV4 = 0x0800;
    private static final int IPV6 = 0x86DD;
    private static final int ARP = 0x0806;
    private static final int MIN_TYPE = 0x0600;
    private static final int MAX_PADDED = 68;

    int etherType;
    int payload;

    /** End of the datagram, or {@link #UNKNOWN}. */
    int datagramEnd;

    private final CRC32 crc = new CRC32();
    private byte[] scratch = new byte[1 << 11];

    void read(Frame frame) {
        etherType = UNKNOWN;
        payload = UNKNOWN;
        datagramEnd = UNKNOWN;
        if (frame.linkType != ETHERNET || frame.length < 14) {
            return;
        }
        payload = 14;
        etherType = frame.u16(12);
        while ((etherType == 0x8100 || etherType == 0x88A8 || etherType == 0x9100) && payload + 4 <= frame.length) {
            etherType = frame.u16(payload + 2);
            payload += 4;
        }
        int end = endOfDatagram(frame, payload);
        datagramEnd = end <= frame.length ? end : UNKNOWN;
    }

    private int endOfDatagram(Frame frame, int at) {
        int room = frame.length - at;
        if (etherType == IPV4 && room >= 20) {
            int length = frame.u16(at + 2);
            return length >= 20 ? at + length : UNKNOWN;
        }
        if (etherType == IPV6 && room >= 40) {
            int length = frame.u16(at + 4);
            return length > 0 ? at + 40 + length : UNKNOWN;
        }
        return etherType == ARP ? at + 28 : etherType < MIN_TYPE ? at + etherType : UNKNOWN;
    }

    /** Returns whether switches stamp such frames: Ethernet, except LLDP, which switches send themselves. */
    boolean canBeStamped() {
        return etherType != UNKNOWN && etherType != LLDP;
    }

    /**
     * Returns whether padding can explain this length of a frame without its stamp. Short frames are padded before the stamp.
     * True if the datagram's end is unknown.
     */
    boolean canBePadded(int base, boolean anyPadding) {
        boolean isPadded = base > datagramEnd && base >= MIN_LENGTH && (anyPadding || base <= MAX_PADDED);
        return isPadded || datagramEnd == UNKNOWN;
    }

    /** Returns whether the last four bytes are the CRC-32 of all bytes before them. */
    boolean endsInFcs(Frame frame) {
        return frame.length >= 18 && isFcs(frame, frame.length - Integer.BYTES);
    }

    /** Returns whether the four bytes at a position are the CRC-32 of all bytes before them. */
    boolean isFcs(Frame frame, int position) {
        if (scratch.length < position) {
            scratch = new byte[2 * position];
        }
        frame.buffer.getBytes(frame.offset, scratch, 0, position);
        crc.reset();
        crc.update(scratch, 0, position);
        int expected = (int) crc.getValue();
        int found = frame.buffer.getInt(frame.offset + position, ByteOrder.LITTLE_ENDIAN);
        return found == expected || found == Integer.reverseBytes(expected);
    }
}
