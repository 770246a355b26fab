package org.ticktoquote.wire.packet;

import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.wire.capture.CapturedBytes;

/** A frame from a place on where a header is read, and the ends of what is there. No allocation. */
abstract class HeaderCursor extends CapturedBytes {
    /** Counts of the frames so far, live. */
    public final PacketCounts counts = new PacketCounts();

    /** Behind the last byte that is there. */
    int end;

    /** Behind the last byte that was on the wire. */
    int wireEnd;

    boolean frameIsCut;

    /** Thrown again and again, so that a frame allocates nothing. */
    private final Unreadable unreadable = new Unreadable();

    HeaderCursor() {
        super(new UnsafeBuffer(0, 0));
    }

    /** Ends the reading of a frame that was counted. */
    static final class Unreadable extends RuntimeException {
        private static final long serialVersionUID = 1;

        private Unreadable() {
            super("a frame cannot be read", null, false, false);
        }
    }

    /** Ends the reading where so many bytes are not there. */
    void require(int length) {
        if (offset + length > end) {
            counts.headless += frameIsCut ? 1 : 0;
            counts.malformed += frameIsCut ? 0 : 1;
            throw unreadable;
        }
    }

    /** Ends the reading where headers contradict each other. */
    void check(boolean sound) {
        if (!sound) {
            counts.malformed++;
            throw unreadable;
        }
    }

    /** Passes over a header; returns the kind of the next one. */
    int passed(int length, int kind) {
        offset += length;
        return kind;
    }

    /** Ends the packet that a header belongs to; what follows is padding. */
    void end(int after) {
        wireEnd = after;
        end = Math.min(end, after);
    }
}
