package org.ticktoquote.replayer.feed;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import org.agrona.MutableDirectBuffer;

/**
 * Layout of the first 20 bytes of every UDP datagram: the schema's composite {@code packetHeader}.
 *
 * <pre>
 *  0 int64  session
 *  8 int64  sequence: tickId of the first quote in the packet; of the next one when there is none
 * 16 uint16 number of quotes; other messages are not counted
 * 18 uint16 reserved, 0
 * </pre>
 */
final class PacketHeader {
    static final int LENGTH = 20;

    private static final int SESSION = 0;
    private static final int SEQUENCE = 8;
    private static final int COUNT = 16;

    private PacketHeader() {}

    static void put(MutableDirectBuffer to, long session, long sequence, int count) {
        to.putLong(SESSION, session, LITTLE_ENDIAN);
        to.putShort(COUNT, (short) count, LITTLE_ENDIAN);
        putSequence(to, sequence);
    }

    static void putSequence(MutableDirectBuffer to, long sequence) {
        to.putLong(SEQUENCE, sequence, LITTLE_ENDIAN);
    }
}
