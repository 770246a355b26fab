package org.ticktoquote.wire.stamp;

import java.util.Arrays;
import org.ticktoquote.wire.capture.Frame;
import org.ticktoquote.wire.capture.FrameHandler;

/** Copies of frames, to be handed on later in the same order. */
final class HeldFrames {
    private static final int FIELDS = 8;

    private byte[] bytes = new byte[1 << 17];
    private long[] fields = new long[1 << 10];
    private int end;
    private int count;

    void add(Frame frame) {
        if (bytes.length - end < frame.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, end + frame.length));
        }
        if (fields.length < FIELDS * (count + 1)) {
            fields = Arrays.copyOf(fields, 2 * fields.length);
        }
        frame.buffer.getBytes(/* index= */ frame.offset, bytes, /* offset= */ end, frame.length);
        int at = FIELDS * count++;
        fields[at] = frame.length;
        fields[at + 1] = frame.wireLength;
        fields[at + 2] = frame.timeNs;
        fields[at + 3] = frame.linkType;
        fields[at + 4] = frame.fcsLength;
        fields[at + 5] = frame.interfaceIndex;
        fields[at + 6] = frame.number;
        fields[at + 7] = frame.at;
        end += frame.length;
    }

    int count() {
        return count;
    }

    int bytes() {
        return end;
    }

    /** Hands on the first frames, so many at most; the handler may change them only the last time. */
    void replay(int most, FrameHandler handler) {
        Frame frame = new Frame();
        frame.buffer.wrap(bytes);
        int begin = 0;
        for (int at = 0; at < FIELDS * Math.min(most, count); at += FIELDS) {
            frame.offset = begin;
            frame.length = (int) fields[at];
            frame.wireLength = (int) fields[at + 1];
            frame.timeNs = fields[at + 2];
            frame.linkType = (int) fields[at + 3];
            frame.fcsLength = (int) fields[at + 4];
            frame.interfaceIndex = (int) fields[at + 5];
            frame.number = fields[at + 6];
            frame.at = fields[at + 7];
            begin += frame.length;
            handler.frame(frame);
        }
    }
}
