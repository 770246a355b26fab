package org.ticktoquote.wire.capture;

import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;

/** Bytes of a capture in place, and their time. Used again for the next ones. No allocation; one thread at a time. */
public abstract class CapturedBytes {
    /** Holds those that the capture has, from {@link #offset} on. */
    public final UnsafeBuffer buffer;

    /** Where they begin in the buffer. */
    public int offset;

    /** Bytes that the capture has. */
    public int length;

    /** Bytes that were on the wire: more than {@link #length} where the capture cut the frame. */
    public int wireLength;

    /** When they were on the wire, ns since 1970-01-01 UTC, or {@link Frame#NO_TIME}. */
    public long timeNs;

    /** The capture's own time, where {@link #timeNs} is a switch's. Set together with that one. */
    public long captureNs;

    /** Number of the frame in the capture, from 1, as other tools count. */
    public long number;

    /** The bytes of a buffer, which others may have too. */
    protected CapturedBytes(UnsafeBuffer buffer) {
        this.buffer = buffer;
    }

    /** Returns the byte so many bytes after the first one; numbers of more bytes are in the order of the network. */
    public final int u8(int place) {
        return buffer.getByte(offset + place) & 0xFF;
    }

    public final int u16(int place) {
        return buffer.getShort(offset + place, ByteOrder.BIG_ENDIAN) & 0xFFFF;
    }

    public final int i32(int place) {
        return buffer.getInt(offset + place, ByteOrder.BIG_ENDIAN);
    }

    public final long i64(int place) {
        return buffer.getLong(offset + place, ByteOrder.BIG_ENDIAN);
    }

    /** Becomes a copy of others, of which the first ones are copied that the buffer has room for. */
    protected final void copyBytes(CapturedBytes other) {
        buffer.putBytes(0, other.buffer, other.offset, Math.min(buffer.capacity(), other.length));
        offset = 0;
        length = other.length;
        wireLength = other.wireLength;
        timeNs = other.timeNs;
        captureNs = other.captureNs;
        number = other.number;
    }
}
