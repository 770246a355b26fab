package org.ticktoquote.wire;

import java.nio.ByteBuffer;

/**
 * A frame as a file of a capture has it.
 *
 * @param offset of its record in the unpacked file, in bytes
 * @param timeNs since 1970-01-01 UTC; {@link #NO_TIME} where the file has none, or one that cannot be
 * @param linkType number of the link type of its interface
 * @param data bytes that were captured, from 0 to its limit, big-endian
 * @param length that it had on the wire; above that of the data where the capture cut it
 */
record Frame(long offset, long timeNs, int linkType, ByteBuffer data, long length) {
    static final long NO_TIME = Datagram.NO_TIME;
}
