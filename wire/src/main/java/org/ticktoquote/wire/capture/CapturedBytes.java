package org.ticktoquote.wire.capture;

import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;

/** Captured bytes, in place, with their time. Instances are reused. No allocation. One thread at a time. */
public abstract class CapturedBytes {
    /** Buffer that holds the captured bytes from {@link #offset} on. */
    public final UnsafeBuffer buffer;

    public int offset;

    /** Number of captured bytes. */
    public int length;

    /** Number of bytes on the wire; more than {@link #length} if the capture truncated the frame. */
    public int wireLength;

    /** Time on the wire in ns since 1970-01-01 UTC, or {@link Frame#NO_TIME}. */
    public long timeNs;

    /** Time given by the capturing host if {@link #timeNs} is a switch's time. Set together with it. */
    public long captureNs;

    /** Number of the frame in the capture, from 1, as Wireshark and tcpdump count. */
    public long number;

    /** Creates an instance with its own buffer. */
    protected CapturedBytes() {
        this(new UnsafeBuffer(0, 0));
    }

    /** @param buffer buffer that can be shared with other instances */
    protected CapturedBytes(UnsafeBuffer buffer) {
        this.buffer = buffer;
    }

    /** Returns the byte at an offset from the first one. Longer numbers are read in network byte order. */
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

    /** Copies another instance, with as many of its bytes as the buffer can hold. */
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
