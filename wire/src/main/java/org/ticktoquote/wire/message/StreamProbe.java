package org.ticktoquote.wire.message;

import java.nio.ByteOrder;
import java.util.function.Function;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.wire.stream.StreamEnd;
import org.ticktoquote.wire.stream.StreamReader;

/** Finds out what one direction of a connection carries from its first bytes, and hands all of them to the reader of that. */
public class StreamProbe implements StreamReader {
    /** What begins in no more bytes than these is none of ours. */
    private static final int MOST = 1 << 16;

    /** What comes before the first message of a stream is of no use: no more than the begin of one is kept. */
    private static final int KEPT = 64;

    private static final int TLS_HANDSHAKE = 0x1603;
    private static final int TLS_APPLICATION_DATA = 0x1703;
    private static final int TLS_LATEST = 0x04;
    private static final int TLS_HEADER = 5;
    /** 8=FI, and then X. */
    private static final int FIX = 0x383d4649;

    private static final int FIX_LENGTH = 5;

    private static final ExpandableArrayBuffer NOTHING = new ExpandableArrayBuffer(0);
    private static final StreamReader UNKNOWN = new StreamReader() {};

    private final Function<Content, StreamReader> readers;
    private ExpandableArrayBuffer begin = new ExpandableArrayBuffer();
    private int length;
    private int dropped;
    /** The latest time of a byte so far, and its frame. */
    private long latestNs = Long.MIN_VALUE;

    private long latestNumber;
    private StreamReader reader = UNKNOWN;

    /** What a stream carries. */
    public enum Content {
        /** Ticks of our feed. */
        FEED,
        FIX,
        /** FIX or anything else that nobody can read. */
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
            if (length > count) {
                reader.bytes(begin, 0, length - count, latestNs, latestNumber);
            }
            reader.bytes(buffer, offset, count, timeNs, number);
            begin = NOTHING;
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
        if (FeedFlow.firstFrame(begin, 0, length) >= 0) {
            return Content.FEED;
        }
        return dropped + length >= MOST ? Content.OTHER : null;
    }

    @Override
    public void hole(long missing, long timeNs) {
        length = 0; // what is on both sides of a hole does not belong together
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
