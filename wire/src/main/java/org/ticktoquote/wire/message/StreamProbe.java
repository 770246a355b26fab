package org.ticktoquote.wire.message;

import java.util.function.Function;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.wire.stream.StreamEnd;
import org.ticktoquote.wire.stream.StreamReader;

/** Finds out what one direction of a connection carries from its first bytes, and hands all of them to the reader of that. */
public final class StreamProbe implements StreamReader {
    /** What begins in no more bytes than these is none of ours. */
    private static final int MOST = 1 << 16;

    private static final int TLS_HANDSHAKE = 0x16;
    private static final int TLS_APPLICATION_DATA = 0x17;
    private static final int TLS_VERSION = 0x03;
    private static final int TLS_LATEST = 0x04;
    private static final int TLS_HEADER = 5;
    private static final byte[] FIX = {'8', '=', 'F', 'I', 'X'};

    private final Function<Content, StreamReader> readers;
    private final UnsafeBuffer begin = new UnsafeBuffer(new byte[512]);
    private int length;
    private @Nullable StreamReader reader;

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
        if (reader != null) {
            reader.bytes(buffer, offset, count, timeNs, number);
            return;
        }
        if (length + count > begin.capacity()) {
            byte[] more = new byte[Math.max(2 * begin.capacity(), length + count)];
            begin.getBytes(0, more, 0, length);
            begin.wrap(more);
        }
        begin.putBytes(length, buffer, offset, count);
        length += count;
        Content content = content();
        if (content != null) {
            reader = readers.apply(content);
            reader.bytes(begin, 0, length, timeNs, number);
            begin.wrap(new byte[0]);
        }
    }

    private @Nullable Content content() {
        if (length >= TLS_HEADER && isTls()) {
            return Content.TLS;
        }
        for (int at = 0; at + FIX.length <= length; at++) {
            if (isFix(at)) {
                return Content.FIX;
            }
        }
        if (FeedFlow.firstFrame(begin, 0, length) >= 0) {
            return Content.FEED;
        }
        return length >= MOST ? Content.OTHER : null;
    }

    private boolean isTls() {
        int type = begin.getByte(0);
        return (type == TLS_HANDSHAKE || type == TLS_APPLICATION_DATA)
                && begin.getByte(1) == TLS_VERSION
                && begin.getByte(2) <= TLS_LATEST;
    }

    private boolean isFix(int at) {
        for (int i = 0; i < FIX.length; i++) {
            if (begin.getByte(at + i) != FIX[i]) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void hole(long missing, long timeNs) {
        if (reader != null) {
            reader.hole(missing, timeNs);
        } else {
            length = 0; // what is on both sides of a hole does not belong together
        }
    }

    @Override
    public void end(StreamEnd how, long timeNs) {
        if (reader != null) {
            reader.end(how, timeNs);
        } else if (length > 0) {
            reader = readers.apply(Content.OTHER);
            reader.end(how, timeNs);
        }
    }
}
