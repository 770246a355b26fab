package org.ticktoquote.host.pingpong;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The bytes of a message, little-endian: magic (int), length of the whole message (int), session (long), sequence (long),
 * then zeros up to the length. A server sends pings back as they are.
 */
final class PingMessage {
    static final int HEADER_BYTES = 24;
    /** Asks the server what it is; the answer carries text. As long as any answer, so that nothing is amplified. */
    static final int HELLO_BYTES = 1024;

    static final long HELLO = -1;

    private static final int MAGIC = 0x50513254; // "T2QP"
    private static final int LENGTH_AT = 4;
    private static final int SESSION_AT = 8;
    private static final int SEQUENCE_AT = 16;

    private PingMessage() {}

    /** A message of zeros but for its header. */
    static ByteBuffer ofLength(int bytes, long session) {
        ByteBuffer message = ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
        message.putInt(0, MAGIC).putInt(LENGTH_AT, bytes).putLong(SESSION_AT, session);
        return message;
    }

    static void putSequence(ByteBuffer message, long sequence) {
        message.putLong(SEQUENCE_AT, sequence);
    }

    /** Whether a message begins here, as far as its header tells. */
    static boolean startsAt(ByteBuffer buffer, int offset) {
        return buffer.getInt(offset) == MAGIC && buffer.getInt(offset + LENGTH_AT) >= HEADER_BYTES;
    }

    static int length(ByteBuffer buffer, int offset) {
        return buffer.getInt(offset + LENGTH_AT);
    }

    static long session(ByteBuffer buffer, int offset) {
        return buffer.getLong(offset + SESSION_AT);
    }

    static long sequence(ByteBuffer buffer, int offset) {
        return buffer.getLong(offset + SEQUENCE_AT);
    }
}
