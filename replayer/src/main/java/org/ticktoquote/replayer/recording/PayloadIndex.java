package org.ticktoquote.replayer.recording;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Layout of the index entry of a payload, 40 bytes.
 * <pre>
 *  0 int64  capture time, ns since 1970-01-01 UTC
 *  8 int64  sequence number on its line; the smallest int64 if it has none
 * 16 int64  offset in the bytes of all payloads
 * 24 int64  index of its first tick; of the next tick if it has none
 * 32 int32  its length
 * 36 uint16 index of its line in the declaration
 * 38 uint16 0
 * </pre>
 */
final class PayloadIndex {
    static final int LENGTH = 40;
    /** Maximum of a UDP datagram. */
    static final int MAX_PAYLOAD = 65_507;

    private static final int TIME = 0;
    private static final int SEQUENCE = 8;
    private static final int BEGIN = 16;
    private static final int FIRST_TICK = 24;
    private static final int PAYLOAD_LENGTH = 32;
    private static final int LINE = 36;

    private PayloadIndex() {}

    static void put(MutableDirectBuffer to, int at, RecordedPayload payload, long begin, long firstTick) {
        to.putLong(at + TIME, payload.timeNs(), LITTLE_ENDIAN);
        to.putLong(at + SEQUENCE, payload.sequence(), LITTLE_ENDIAN);
        to.putLong(at + BEGIN, begin, LITTLE_ENDIAN);
        to.putLong(at + FIRST_TICK, firstTick, LITTLE_ENDIAN);
        to.putInt(at + PAYLOAD_LENGTH, payload.length(), LITTLE_ENDIAN);
        to.putInt(at + LINE, payload.line(), LITTLE_ENDIAN);
    }

    static long timeNs(DirectBuffer from, int at) {
        return from.getLong(at + TIME, LITTLE_ENDIAN);
    }

    static long sequence(DirectBuffer from, int at) {
        return from.getLong(at + SEQUENCE, LITTLE_ENDIAN);
    }

    static long begin(DirectBuffer from, int at) {
        return from.getLong(at + BEGIN, LITTLE_ENDIAN);
    }

    static long firstTick(DirectBuffer from, int at) {
        return from.getLong(at + FIRST_TICK, LITTLE_ENDIAN);
    }

    static int length(DirectBuffer from, int at) {
        return from.getInt(at + PAYLOAD_LENGTH, LITTLE_ENDIAN);
    }

    static int line(DirectBuffer from, int at) {
        return from.getInt(at + LINE, LITTLE_ENDIAN);
    }
}
