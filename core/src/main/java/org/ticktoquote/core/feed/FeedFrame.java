package org.ticktoquote.core.feed;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.ticktoquote.core.marketdata.MessageHeaderDecoder;

/**
 * Simple Open Framing Header of a message on a stream: length including the header, as big-endian uint32, then the encoding
 * type 0xEB50. Stateless. Does not allocate.
 */
public final class FeedFrame {
    public static final int HEADER = 6;
    public static final int MAX_LENGTH = 1 << 16;

    private static final int ENCODING = 4;
    private static final int SBE_LITTLE_ENDIAN = 0xEB50;
    private static final int SCHEMA_ID = 4;

    private FeedFrame() {}

    /** Returns whether length and encoding type are valid for a frame. */
    public static boolean isHeader(int length, int encoding) {
        return length >= HEADER && length <= MAX_LENGTH && encoding == SBE_LITTLE_ENDIAN;
    }

    /** Returns the length of the frame at an index, or -1 if no frame begins there. The header must be complete. */
    public static int length(DirectBuffer bytes, int at) {
        int length = bytes.getInt(at, ByteOrder.BIG_ENDIAN);
        int encoding = bytes.getShort(at + ENCODING, ByteOrder.BIG_ENDIAN) & 0xffff;
        return isHeader(length, encoding) ? length : -1;
    }

    /** Returns whether a message header of the schema begins at an index. At least eight bytes must be available. */
    public static boolean isMessage(DirectBuffer bytes, int at) {
        return (bytes.getShort(at + SCHEMA_ID, ByteOrder.LITTLE_ENDIAN) & 0xffff) == MessageHeaderDecoder.SCHEMA_ID;
    }
}
