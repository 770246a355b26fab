package org.ticktoquote.replayer.recording;

import java.nio.ByteBuffer;

/**
 * One datagram of a recording, as it was captured.
 *
 * @param timeNs capture time, ns since 1970-01-01 UTC
 * @param line its index among the declared lines
 * @param sequence its number on that line; {@link #NO_SEQUENCE} if none is declared
 * @param bytes its content, from 0 to the limit; read-only, not copied
 */
public record RecordedPayload(long timeNs, int line, long sequence, ByteBuffer bytes) {
    /** Used if no sequence number is declared, or the payload is too short for one. */
    public static final long NO_SEQUENCE = Long.MIN_VALUE;

    /** Maximum number of lines in a declaration. */
    public static final int MAX_LINES = 64;

    public int length() {
        return bytes.limit();
    }

    public boolean numbered() {
        return sequence != NO_SEQUENCE;
    }
}
