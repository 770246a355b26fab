package org.ticktoquote.wire.message;

import java.nio.ByteOrder;
import java.util.function.Function;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.wire.stream.StreamEnd;
import org.ticktoquote.wire.stream.StreamReader;

/** Detects the content of one direction of a connection from its first bytes, and passes all bytes to the reader for it. */
public class StreamProbe implements StreamReader {
    /** A stream without a known start in this many bytes has other content. */
    private static final int MAX_BYTES = 1 << 16;

    /** Bytes kept before the first message: enough for its start. */
    private static final int KEPT = 64;

    private static final int TLS_HANDSHAKE = 0x1603;
    private static final int TLS_APPLICATION_DATA = 0x1703;
    private static final int TLS_LATEST = 0x04;
    private static final int TLS_HEADER = 5;
    /** "8=FI", to be followed by X. */
    private static final int FIX = 0x383d4649;

    private static final int FIX_LENGTH = 5;

    private static final StreamReader UNKNOWN = new StreamReader() {};

    private final Function<Content, StreamReader> readers;
    private ExpandableArrayBuffer begin = new ExpandableArrayBuffer();
    private int length;
    private int dropped;
    /** True if bytes are missing before those whose content is known. */
    private boolean holed;

    /** Latest time of a byte so far, and its frame. */
    private long latestNs = Long.MIN_VALUE;

    private long latestNumber;
    private StreamReader reader = UNKNOWN;

    /** Content of a stream. */
    public enum Content {
        /** Ticks of t2q's own feed. */
        FEED,
        FIX,
        /** FIX or other content, encrypted. */
        TLS,
        OTHER
    }

    public StreamProbe(Function<Content, StreamReader> readers) {
        this.readers = readers;
    }

    @Override
    public void bytes(DirectBuffer buffer, int offset, int count, long timeNs, long number) {
        if (reader != UNKNOWN) {
            reader.bytes(buffer, offset, count, timeNs, number);
            return;
        }
        begin.putBytes(length, buffer, offset, count);
        length += count;
        Content content = content();
        if (content != null) {
            reader = readers.apply(content);
            if (holed) {
                reader.hole(0, timeNs);
            }
            if (length > count) {
                reader.bytes(begin, 0, length - count, latestNs, latestNumber);
            }
            reader.bytes(buffer, offset, count, timeNs, number);
            begin = new ExpandableArrayBuffer(0);
            return;
        }
        latestNumber = timeNs > latestNs ? number : latestNumber;
        latestNs = Math.max(latestNs, timeNs);
        if (length > KEPT) {
            begin.putBytes(0, begin, length - KEPT, KEPT);
            dropped += length - KEPT;
            length = KEPT;
        }
    }

    private @Nullable Content content() {
        int type = dropped == 0 && length >= TLS_HEADER ? begin.getShort(0, ByteOrder.BIG_ENDIAN) : 0;
        if ((type == TLS_HANDSHAKE || type == TLS_APPLICATION_DATA) && begin.getByte(2) <= TLS_LATEST) {
            return Content.TLS;
        }
        for (int at = 0; at + FIX_LENGTH <= length; at++) {
            if (begin.getInt(at, ByteOrder.BIG_ENDIAN) == FIX && begin.getByte(at + FIX_LENGTH - 1) == 'X') {
                return Content.FIX;
            }
        }
        if (FeedTickReader.firstFrame(begin, 0, length) >= 0) {
            return Content.FEED;
        }
        return dropped + length >= MAX_BYTES ? Content.OTHER : null;
    }

    @Override
    public void hole(long missing, long timeNs) {
        holed = true;
        length = 0; // bytes on both sides of a hole do not belong together
        reader.hole(missing, timeNs);
    }

    @Override
    public void end(StreamEnd how, long timeNs) {
        if (reader == UNKNOWN && length > 0) {
            reader = readers.apply(Content.OTHER);
        }
        reader.end(how, timeNs);
    }
}
